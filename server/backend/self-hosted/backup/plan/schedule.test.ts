import { describe, expect, test } from "vitest";
import { companyDate, isDue, isOverdue, lastScheduled, nextScheduled } from "./schedule.ts";

const ZONE = "America/Los_Angeles";
const at = (iso: string) => new Date(iso);

describe("the last scheduled time, by the company's clock in Los Angeles", () => {
  test.each([
    ["in winter", "2026-11-22T11:00:00Z", "03:00", "2026-11-22T11:00:00.000Z"],
    ["a second before", "2026-11-22T10:59:59Z", "03:00", "2026-11-21T11:00:00.000Z"],
    ["in summer", "2026-07-01T20:00:00Z", "03:00", "2026-07-01T10:00:00.000Z"],
    [
      "late in the evening there, the next day in UTC",
      "2026-07-02T05:00:00Z",
      "03:00",
      "2026-07-01T10:00:00.000Z",
    ],
    [
      "on the day the clocks go forward",
      "2026-03-08T12:00:00Z",
      "03:00",
      "2026-03-08T10:00:00.000Z",
    ],
    [
      "at an hour that is left out, an hour later",
      "2026-03-08T12:00:00Z",
      "02:30",
      "2026-03-08T10:30:00.000Z",
    ],
    ["on the day the clocks go back", "2026-11-01T12:00:00Z", "03:00", "2026-11-01T11:00:00.000Z"],
    [
      "at an hour that comes twice, the first",
      "2026-11-01T12:00:00Z",
      "01:30",
      "2026-11-01T08:30:00.000Z",
    ],
    ["between the two", "2026-11-01T09:00:00Z", "01:30", "2026-11-01T08:30:00.000Z"],
    ["at midnight", "2026-03-08T12:00:00Z", "00:00", "2026-03-08T08:00:00.000Z"],
  ])("%s", (_, now, time, turn) => {
    expect(lastScheduled(at(now), time, ZONE).toISOString()).toBe(turn);
  });

  test("is once a day, even when clocks change", () => {
    for (const time of ["01:30", "02:30"]) {
      const turns = new Set<number>();
      for (let hour = 0; hour < 366 * 24; hour += 4)
        turns.add(lastScheduled(new Date(Date.UTC(2026, 0, 2, hour)), time, ZONE).getTime());
      // The last turn before the first instant, and one for each day.
      expect(turns.size, time).toBe(367);
    }
  });
});

test("the next time is one company day later, 23 to 25 hours", () => {
  expect(nextScheduled(at("2026-03-07T12:00:00Z"), "03:00", ZONE).toISOString()).toBe(
    "2026-03-08T10:00:00.000Z",
  );
  expect(nextScheduled(at("2026-10-31T12:00:00Z"), "03:00", ZONE).toISOString()).toBe(
    "2026-11-01T11:00:00.000Z",
  );
});

test("follows the company's own clock, also when it skips midnight", () => {
  const turn = (now: string, time: string, zone: string) =>
    lastScheduled(at(now), time, zone).toISOString();
  expect(turn("2026-11-22T20:00:00Z", "03:00", "Asia/Tokyo")).toBe("2026-11-22T18:00:00.000Z");
  expect(turn("2026-11-22T17:59:00Z", "03:00", "Asia/Tokyo")).toBe("2026-11-21T18:00:00.000Z");
  expect(turn("2026-10-04T12:00:00Z", "02:15", "Australia/Lord_Howe")).toBe(
    "2026-10-03T15:45:00.000Z",
  );
  expect(turn("2026-04-24T12:00:00Z", "00:00", "Africa/Cairo")).toBe("2026-04-23T22:00:00.000Z");
});

test("a date is the company's", () => {
  expect(companyDate(at("2026-11-22T07:59:00Z"), ZONE)).toBe("2026-11-21");
});

describe("a backup is due", () => {
  const since = at("2026-11-01T00:00:00Z");
  const turn = "2026-11-22T11:00:00Z";
  test.each([
    [
      "when its turn came after the last proved one",
      "2026-11-22T11:00:30Z",
      { proved: "2026-11-21T11:00:01Z" },
      true,
    ],
    [
      "after a sleep of days, once",
      "2026-11-22T19:00:00Z",
      { proved: "2026-11-18T11:00:00Z" },
      true,
    ],
    ["not again on that day", "2026-11-22T19:00:00Z", { proved: "2026-11-22T18:00:00Z" }, false],
    [
      "not when one was made by hand just before the turn",
      turn,
      { proved: "2026-11-22T11:00:00Z" },
      false,
    ],
    [
      "not before a new site's first turn",
      "2026-11-22T10:00:00Z",
      { since: "2026-11-22T09:00:00Z" },
      false,
    ],
    ["at a new site's first turn", turn, { since: "2026-11-22T09:00:00Z" }, true],
    [
      "not within an hour of a failure",
      "2026-11-22T11:30:00Z",
      { failed: "2026-11-22T11:05:00Z" },
      false,
    ],
    ["an hour after a failure", "2026-11-22T12:05:00Z", { failed: "2026-11-22T11:05:00Z" }, true],
  ])("%s", (_, now, known, due) => {
    const dates = Object.fromEntries(Object.entries(known).map(([key, iso]) => [key, at(iso)]));
    expect(isDue(at(now), "03:00", ZONE, { since, ...dates })).toBe(due);
  });
});

test("a backup is overdue after 26 hours, counted from the start of a new site", () => {
  const since = at("2026-11-20T00:00:00Z");
  expect(isOverdue(at("2026-11-21T01:59:00Z"), { since })).toBe(false);
  expect(isOverdue(at("2026-11-21T02:01:00Z"), { since })).toBe(true);
  expect(isOverdue(at("2026-11-21T02:01:00Z"), { since, proved: at("2026-11-20T11:00:00Z") })).toBe(
    false,
  );
});
