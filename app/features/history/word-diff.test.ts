import { expect, test } from "vitest";
import { wordDiff } from "./word-diff.ts";

/** "-gone-", "+come+", and what stayed as it is. */
const marked = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ words, kind }) => ({ gone: `-${words}-`, come: `+${words}+`, kept: words })[kind])
    .join("");

test.each([
  ["$25 a pallet", "$20 a pallet", "$-25-+20+ a pallet"],
  ["Ships by four", "Ships by four, daily", "Ships by four+, daily+"],
  ["", "New", "+New+"],
  ["Old", "", "-Old-"],
  ["Same", "Same", "Same"],
])("%j to %j, word by word", (before, after, shown) => {
  expect(marked(before, after)).toBe(shown);
});

test("texts that share hardly a word stand one after the other", () => {
  expect(marked("Orders leave on a quiet day.", "Word after word after word.")).toBe(
    "-Orders leave on a quiet day.-\n+Word after word after word.+",
  );
});
