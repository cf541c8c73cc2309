import { expect, test } from "vitest";
import { answerTime } from "./answer-time.ts";
import type { Week } from "./business-hours.ts";

const EVERY_DAY: Week = Array.from({ length: 7 }, () => [{ from: 480, to: 1080 }]);
const WEEKDAYS: Week = EVERY_DAY.map((hours, day) => (day === 0 || day === 6 ? [] : hours));

/** Times are in Los Angeles, as ISO strings. */
const answer = (week: Week, received: string, now: string) => {
  const found = answerTime(week, `${received}-08:00`, new Date(`${now}-08:00`));
  return [found?.tone, found?.words.replaceAll("\u00A0", " ")];
};

test.each([
  ["2026-01-12T08:00:00", "neutral", "due today 12:00 PM"],
  ["2026-01-12T09:59:00", "neutral", "due today 12:00 PM"],
  ["2026-01-12T10:00:00", "warning", "due today 12:00 PM"],
  ["2026-01-12T12:00:59", "warning", "due today 12:00 PM"],
  ["2026-01-12T12:01:00", "danger", "overdue since 12:00 PM"],
  ["2026-01-13T07:00:00", "danger", "overdue since yesterday"],
  ["2026-01-14T07:00:00", "danger", "overdue since Jan 12"],
])("a message of Monday 8:00 AM is, at %s: %s, %s", (now, tone, words) => {
  expect(answer(EVERY_DAY, "2026-01-12T08:00:00", now)).toEqual([tone, words]);
});

test.each([
  ["2026-01-13T17:30:00", "2026-01-13T17:30:00", "due tomorrow 11:30 AM"],
  ["2026-01-16T16:30:00", "2026-01-16T17:00:00", "due Mon 10:30 AM"],
  ["2026-01-16T14:00:00", "2026-01-16T15:00:00", "due today 6:00 PM"],
  ["2026-01-17T10:00:00", "2026-01-18T23:00:00", "due tomorrow 12:00 PM"],
  ["2026-01-17T10:00:00", "2026-01-19T11:00:00", "due today 12:00 PM"],
])("closed hours don't count: received %s, at %s it is %s", (received, now, words) => {
  expect(answer(WEEKDAYS, received, now)[1]).toBe(words);
});

test("the time is the company's, not the reader's", () => {
  const received = "2026-07-14T01:00:00+09:00";
  const found = answerTime(EVERY_DAY, received, new Date(received));
  // A non-breaking space keeps the time on one line.
  expect(found?.words).toBe("due today 1:00\u00A0PM");
});

test("counts two openings a day, in any order", () => {
  const split: Week = EVERY_DAY.map(() => [
    { from: 840, to: 1020 },
    { from: 540, to: 660 },
  ]);
  expect(answer(split, "2026-01-12T07:00:00", "2026-01-12T07:00:00")[1]).toBe("due today 4:00 PM");
});

test("takes weeks with few opening hours a week", () => {
  const seldom: Week = EVERY_DAY.map((_, day) => (day === 3 ? [{ from: 600, to: 660 }] : []));
  expect(answer(seldom, "2026-01-12T07:00:00", "2026-01-12T07:00:00")[1]).toBe("due Feb 4");
});

test("nothing is due if the office never opens", () => {
  const never: Week = EVERY_DAY.map(() => [{ from: 480, to: 480 }]);
  expect(answer(never, "2026-01-12T08:00:00", "2026-01-12T08:00:00")).toEqual([
    undefined,
    undefined,
  ]);
});
