import { expect, test } from "vitest";
import { countWords, headline, stayWords } from "./words.ts";

test("counts texts in the singular and the plural", () => {
  expect(stayWords(1)).toBe("1 text stays as it is");
  expect(stayWords(41)).toBe("41 texts stay as they are");
  expect(countWords(1, 138)).toBe("1 of 138 texts still shows demo content");
});

test("says what was kept, and how much of it names the demo company", () => {
  const after = (...kept: string[]) =>
    headline({ left: [], kept: kept.map((demo) => ({ demo })), total: 9, steps: [] } as never);
  expect(after()).toBe("No demo content left");
  expect(after("same")).toBe("You kept 1 demo text");
  expect(after("same", "named")).toBe(
    "You kept 2 demo texts. 1 of them mentions Evergreen, its people or its phone number.",
  );
  expect(after("named", "named")).toMatch(/^You kept 2 demo texts\. 2 of them mention Evergreen/);
});
