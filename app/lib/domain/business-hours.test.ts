import { describe, expect, test } from "vitest";
import { mergeContent } from "#app/content/index.ts";
import { isOpen, openMinutes, otherZoneIn, readWeek, type Week } from "./business-hours.ts";

const LA = "America/Los_Angeles";
const { business_hours: card } = mergeContent("contact");
const week = readWeek([
  { label: card.day_1_label, hours: card.day_1_hours },
  { label: card.day_2_label, hours: card.day_2_hours },
  { label: card.day_3_label, hours: card.day_3_hours },
]) as Week;

describe("rule V-12: Monday-Friday 8-6, Saturday 9-2, Sunday closed", () => {
  test.each([
    // Winter: the office is 8 hours behind UTC.
    ["Monday 7:59 AM", "2026-01-12T15:59:59Z", false],
    ["Monday 8:00 AM", "2026-01-12T16:00:00Z", true],
    ["Friday 5:59 PM", "2026-01-17T01:59:59Z", true],
    ["Friday 6:00 PM", "2026-01-17T02:00:00Z", false],
    ["Saturday 8:59 AM", "2026-01-17T16:59:00Z", false],
    ["Saturday 9:00 AM", "2026-01-17T17:00:00Z", true],
    ["Saturday 2:00 PM", "2026-01-17T22:00:00Z", false],
    ["Sunday noon", "2026-01-18T20:00:00Z", false],
    ["Sunday night, Monday already in London", "2026-01-19T06:00:00Z", false],
    // Summer: 7 hours behind.
    ["Monday 7:59 AM in July", "2026-07-13T14:59:59Z", false],
    ["Monday 8:00 AM in July", "2026-07-13T15:00:00Z", true],
    ["midnight", "2026-07-14T07:00:00Z", false],
  ])("%s", (_, at, open) => expect(isOpen(week, new Date(at), LA)).toBe(open));
});

describe("the clocks change on Sundays in March and November", () => {
  test.each([
    ["Saturday before spring, 9 AM", "2026-03-07T17:00:00Z", true],
    ["Monday after spring, 8 AM", "2026-03-09T15:00:00Z", true],
    ["Monday after spring, 7:59 AM", "2026-03-09T14:59:00Z", false],
    ["Friday before autumn, 5:59 PM", "2026-10-31T00:59:00Z", true],
    ["Monday after autumn, 7:59 AM", "2026-11-02T15:59:00Z", false],
    ["Monday after autumn, 8 AM", "2026-11-02T16:00:00Z", true],
  ])("%s", (_, at, open) => expect(isOpen(week, new Date(at), LA)).toBe(open));
});

test("the same hours are another time in another zone, whose clocks change on other days", () => {
  const open = (at: string, zone: string) => isOpen(week, new Date(at), zone);
  expect(open("2026-01-12T12:59:00Z", "America/New_York")).toBe(false);
  expect(open("2026-01-12T13:00:00Z", "America/New_York")).toBe(true);
  expect(open("2026-03-23T08:00:00Z", "Europe/Berlin")).toBe(true);
  // Europe changes its clocks three weeks after the US.
  expect(open("2026-03-30T06:00:00Z", "Europe/Berlin")).toBe(true);
  expect(open("2026-03-30T05:59:00Z", "Europe/Berlin")).toBe(false);
  const [saturday, monday] = [new Date("2026-03-28T12:00:00Z"), new Date("2026-03-30T07:00:00Z")];
  expect(openMinutes(week, saturday, monday, "Europe/Berlin")).toBe(120);
});

describe("reads what staff write", () => {
  const monday10 = new Date("2026-01-12T18:00:00Z");
  test.each([
    ["Mon-Fri", "8 am – 6 pm"],
    ["monday to friday", "8:00 AM to 6:00 PM PST"],
    ["Saturday–Monday", "9:30 a.m. - 11:00 a.m."],
    ["Monday", "9:00 AM - 12:00 AM"],
  ])("%s %s", (label, hours) => {
    expect(isOpen(readWeek([{ label, hours }]) as Week, monday10, LA)).toBe(true);
  });

  test("skips blank lines, and closes days that are not named", () => {
    const read = readWeek([
      { label: "", hours: "whatever" },
      { label: "Tuesday", hours: "9 AM - 5 PM" },
    ]) as Week;
    expect(isOpen(read, monday10, LA)).toBe(false);
  });

  test.each([
    ["Weekdays", "8:00 AM - 6:00 PM"],
    ["Monday", "around noon"],
    ["Monday", "10:00 PM - 2:00 AM"],
    ["Mon-Wed-Fri", "8:00 AM - 6:00 PM"],
  ])("claims nothing about %s %s", (label, hours) => {
    expect(readWeek([{ label, hours }])).toBeUndefined();
  });
});

describe("a zone that a line names", () => {
  test.each([
    ["9am to 5pm EST", "America/Los_Angeles", "EST"],
    ["9 AM - 5 PM ET", "America/Chicago", "ET"],
    ["9 AM - 5 PM EDT", "America/Los_Angeles", "EDT"],
    ["9 AM - 5 PM Eastern time", "America/Los_Angeles", "Eastern time"],
    ["9 AM - 5 PM Alaska", "America/Los_Angeles", "Alaska"],
    ["9 AM - 5 PM GMT", "America/Los_Angeles", "GMT"],
    ["9 AM - 5 PM PST", "Europe/Berlin", "PST"],
    ["9 AM - 5 PM PT", "America/Phoenix", "PT"],
    ["9 AM - 5 PM MDT", "America/Phoenix", "MDT"],
  ])("%s is not %s", (hours, zone, other) => expect(otherZoneIn(hours, zone)).toBe(other));

  test.each([
    ["9am to 5pm", "Europe/Berlin"],
    ["Closed", "America/Los_Angeles"],
    ["8:00 AM - 6:00 PM PST", "America/Los_Angeles"],
    ["8:00 AM - 6:00 PM pdt", "America/Vancouver"],
    ["9 AM - 5 PM Pacific", "America/Los_Angeles"],
    ["9 AM - 5 PM EST", "America/Detroit"],
    ["9 AM - 5 PM MST", "America/Phoenix"],
    ["9 AM - 5 PM HST", "Pacific/Honolulu"],
    ["9 AM - 5 PM GMT", "Europe/London"],
  ])("%s is the company's in %s", (hours, zone) =>
    expect(otherZoneIn(hours, zone)).toBeUndefined(),
  );
});

describe("opening time between two moments", () => {
  test.each([
    ["within a morning", "2026-01-12T17:00:00Z", "2026-01-12T18:30:00Z", 90],
    ["from before opening", "2026-01-12T10:00:00Z", "2026-01-12T17:00:00Z", 60],
    ["over a night", "2026-01-13T01:00:00Z", "2026-01-13T17:00:00Z", 120],
    ["from Friday evening to Monday morning", "2026-01-17T01:00:00Z", "2026-01-19T17:00:00Z", 420],
    ["on a Sunday", "2026-01-18T17:00:00Z", "2026-01-18T22:00:00Z", 0],
    ["a week", "2026-01-12T16:00:00Z", "2026-01-19T16:00:00Z", 55 * 60],
    ["over the change to summer time", "2026-03-07T17:00:00Z", "2026-03-09T16:00:00Z", 360],
    ["backwards", "2026-01-12T18:30:00Z", "2026-01-12T17:00:00Z", 0],
  ])("%s", (_, from, to, minutes) =>
    expect(openMinutes(week, new Date(from), new Date(to))).toBe(minutes),
  );
});

describe("claims nothing when a line can't be parsed", () => {
  const read = (label: string, hours: string) => readWeek([{ label, hours }]);
  const day = { from: 480, to: 1080 };

  test.each([
    ["Monday", "8 AM - 6 PM", [1]],
    [" mon ", "8:00AM to 6:00 p.m. PST", [1]],
    ["Sunday", "8 AM - 6 PM", [0]],
    ["Sun-Mon", "8 AM - 6 PM", [0, 1]],
    ["Saturday through Sunday", "8 AM  -  6  PM", [6, 0]],
    ["Fri – Sun", "8 AM - 6 PM", [5, 6, 0]],
  ])("%s, %s", (label, hours, days) => {
    const found = read(label, hours);
    expect(found?.flatMap((spans, index) => (spans.length > 0 ? [index] : [])).toSorted()).toEqual(
      days.toSorted(),
    );
    for (const index of days) expect(found?.[index]).toEqual([day]);
  });

  test.each([
    ["Someday", "8 AM - 6 PM"],
    ["Mon-Someday", "8 AM - 6 PM"],
    ["Someday-Mon", "8 AM - 6 PM"],
    ["Mon-Wed-Fri", "8 AM - 6 PM"],
    ["Mo", "8 AM - 6 PM"],
    ["1Monday", "8 AM - 6 PM"],
    ["Monday!", "8 AM - 6 PM"],
    ["Monday", "by appointment"],
    ["Monday", "8 AM"],
    ["Monday", "8 AM - 12 PM - 6 PM"],
    ["Monday", "6 PM - 8 AM"],
    ["Monday", "8 AM - 8 AM"],
    ["Monday", "often closed"],
    ["Monday", "enclosed"],
  ])("%s, %s", (label, hours) => expect(read(label, hours)).toBeUndefined());

  test("ignores a line without a day, and gives a closed day no hours", () => {
    const closed = Array(7).fill([]);
    expect(read("  ", "whenever")).toEqual(closed);
    for (const hours of ["Closed", "  closed", "closed on holidays, 8 AM - 6 PM"])
      expect(read("Monday", hours)).toEqual(closed);
    expect(read("Monday", "8:30 AM - 6:15 PM")?.[1]).toEqual([{ from: 510, to: 1095 }]);
  });
});
