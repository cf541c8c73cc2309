import { expect, test } from "vitest";
import { axisOf, weekRanges } from "./timeline.tsx";

test("reads the ranges of weeks that an answer names", () => {
  const answer = "Local: 2-4 weeks. In stock overseas: 4–6 weeks. Custom: 10-16+ weeks.";
  expect(weekRanges(answer)).toEqual([
    { from: 2, to: 4, open: false, words: "2-4 weeks" },
    { from: 4, to: 6, open: false, words: "4–6 weeks" },
    { from: 10, to: 16, open: true, words: "10-16+ weeks" },
  ]);
});

test("leaves out what is not a range", () => {
  expect(weekRanges("About 3 weeks, never 6-2 weeks, 24-48 hours.")).toEqual([]);
});

test.each([
  ["2-4 weeks", { step: 2, end: 4 }],
  ["2-4+ weeks", { step: 2, end: 6 }],
  ["10-16 weeks", { step: 4, end: 16 }],
  ["10-16+ weeks", { step: 4, end: 20 }],
  ["20-52 weeks", { step: 13, end: 52 }],
  ["1-999+ weeks", { step: 26, end: 1014 }],
])("draws %s on an axis to its end, with room behind a plus", (text, axis) => {
  expect(axisOf(weekRanges(text))).toEqual(axis);
});
