import { expect, test } from "vitest";
import { answerTime } from "./answer-time.ts";

const EVERY_DAY_8_TO_18 = Array.from({ length: 7 }, () => [{ from: 480, to: 1080 }]);
/** Monday 8:00 AM in Los Angeles */
const received = "2026-01-12T16:00:00Z";

test.each([
  ["2026-01-12T16:00:00Z", "neutral", "due in 4 h"],
  ["2026-01-12T17:59:00Z", "neutral", "due in 2 h 1 min"],
  ["2026-01-12T18:00:00Z", "warning", "due in 2 h"],
  ["2026-01-12T19:15:00Z", "warning", "due in 45 min"],
  ["2026-01-12T20:00:00Z", "warning", "due now"],
  ["2026-01-12T21:30:00Z", "danger", "overdue by 1 h 30 min"],
  ["2026-01-13T16:00:00Z", "danger", "overdue by 6 h"],
  ["2026-01-15T20:20:00Z", "danger", "overdue by 30 h"],
])("at %s: %s, %s", (now, tone, words) => {
  const answer = answerTime(EVERY_DAY_8_TO_18, received, new Date(now));
  expect(answer.tone).toBe(tone);
  expect(answer.words.replaceAll("\u00A0", " ")).toBe(words);
  // "by 6" at a line's end and "h" on the next would be hard to read.
  expect(answer.words).not.toMatch(/\d (h|min)/);
});
