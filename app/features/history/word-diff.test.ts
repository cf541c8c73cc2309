import { expect, test } from "vitest";
import { isShort, wordDiff } from "./word-diff.ts";

/** "-gone-" for removed, "+come+" for added, and the rest as it is. */
const marked = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ words, kind }) => ({ gone: `-${words}-`, come: `+${words}+`, kept: words })[kind])
    .join("");

test.each([
  ["$25 a pallet", "$20 a pallet", "-$25-+$20+ a pallet"],
  [
    "It is $1.00-$5.00 per order.",
    "It is $0.80-$4.00 per order.",
    "It is -$1.00-$5.00-+$0.80-$4.00+ per order.",
  ],
  ["From 1,200.50 on", "From 1,300.50 on", "From -1,200.50-+1,300.50+ on"],
  ["Ships in 24-48 hours.", "Ships in 24-72 hours.", "Ships in -24-48-+24-72+ hours."],
  ["We don't wait here", "We didn't wait here", "We -don't-+didn't+ wait here"],
  ["Ships by four", "Ships by four, daily", "Ships by four+, daily+"],
  ["One line\nTwo lines", "One line\nTwo rows", "One line\nTwo -lines-+rows+"],
  ["", "New", "+New+"],
  ["Old", "", "-Old-"],
  ["Same", "Same", "Same"],
])("%j to %j, by whole amounts and words", (before, after, shown) => {
  expect(marked(before, after)).toBe(shown);
});

test("shows texts with few common words one after the other", () => {
  expect(marked("Orders leave on a quiet day.", "Word after word after word.")).toBe(
    "-Orders leave on a quiet day.-\n+Word after word after word.+",
  );
});

test.each([
  ["$1.00-$5.00", "$0.80-$4.00", true],
  ["x".repeat(60), "y", true],
  ["x".repeat(61), "y", false],
  ["One\nline", "One line", false],
  ["", "New", false],
  ["Old", "", false],
])("%j to %j are shown as old and new: %j", (before, after, short) => {
  expect(isShort(before, after)).toBe(short);
});
