import { expect, test } from "vitest";
import { weekRanges } from "./sourcing.tsx";

test("reads the ranges of weeks that an answer names", () => {
  const answer = "Local: 2-4 weeks. In stock overseas: 4–6 weeks. Custom: 10-16+ weeks.";
  expect(weekRanges(answer)).toEqual([
    { from: 2, to: 4, words: "2-4 weeks" },
    { from: 4, to: 6, words: "4–6 weeks" },
    { from: 10, to: 16, words: "10-16+ weeks" },
  ]);
});

test("leaves out what is not a range", () => {
  expect(weekRanges("About 3 weeks, never 6-2 weeks, 24-48 hours.")).toEqual([]);
});
