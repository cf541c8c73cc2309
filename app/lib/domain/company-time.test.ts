import { afterEach, describe, expect, test } from "vitest";
import {
  companyZone,
  formatCompanyTime,
  setCompanyZone,
  wallTime,
} from "#contract/time/company-zone.ts";
import { instantOfWall, isZone } from "#contract/time/wall-time.ts";
import { companyTimeName } from "#contract/time/zone-names.ts";
import { companyClock, companyInstant } from "./company-time.ts";

afterEach(() => setCompanyZone(undefined));

test("the company's clock, in winter, in summer, and where there is no time", () => {
  expect(companyClock("2026-11-27T16:00:00+00:00")).toBe("2026-11-27T08:00");
  expect(companyClock("2026-07-04T06:59:00Z")).toBe("2026-07-03T23:59");
  expect([companyClock(null), companyClock(undefined), companyClock("")]).toEqual(["", "", ""]);
  expect(formatCompanyTime("2026-11-27T16:00:00Z")).toBe("Nov 27, 2026, 8:00 AM PST");
  expect(companyTimeName()).toBe("Pacific Time");
});

test("sends times with their zone", () => {
  expect(companyInstant("2026-11-27T08:00")).toBe("2026-11-27T08:00 America/Los_Angeles");
  expect(companyInstant("")).toBeNull();
});

test("everything follows when the settings name another zone", () => {
  setCompanyZone("America/New_York");
  expect(companyClock("2026-11-27T16:00:00Z")).toBe("2026-11-27T11:00");
  expect(companyInstant("2026-11-27T11:00")).toBe("2026-11-27T11:00 America/New_York");
  expect(formatCompanyTime("2026-07-04T16:00:00Z")).toBe("Jul 4, 2026, 12:00 PM EDT");
  expect(companyTimeName()).toBe("Eastern Time");
  expect(companyTimeName("Europe/Berlin")).toBe("Berlin time");
  setCompanyZone("Nowhere/Else");
  expect(companyZone()).toBe("America/Los_Angeles");
});

test.each([
  ["America/Argentina/Buenos_Aires", true],
  ["America/Port-au-Prince", true],
  ["Etc/GMT+5", true],
  ["UTC", true],
  ["EST", false],
  ["PST8PDT", false],
  ["+02:00", false],
  ["Europe/Nowhere", false],
  ["europe/berlin", false],
  ["", false],
])("%j is a zone: %j", (name, known) => expect(isZone(name)).toBe(known));

describe("the instant of what a clock shows", () => {
  test.each([
    ["in winter", "2027-01-05T08:00", "America/Los_Angeles", "2027-01-05T16:00:00.000Z"],
    ["in summer", "2027-07-05T08:00", "America/Los_Angeles", "2027-07-05T15:00:00.000Z"],
    [
      "of an hour left out an hour later",
      "2027-03-14T02:30",
      "America/New_York",
      "2027-03-14T07:30:00.000Z",
    ],
    [
      "of one that comes twice the first",
      "2027-11-07T01:30",
      "America/New_York",
      "2027-11-07T05:30:00.000Z",
    ],
    ["without summer time", "2027-03-14T02:30", "America/Phoenix", "2027-03-14T09:30:00.000Z"],
    ["half an hour off", "2027-03-14T02:30", "Asia/Kolkata", "2027-03-13T21:00:00.000Z"],
  ])("%s", (_, wall, zone, instant) => {
    expect(new Date(instantOfWall(wall, zone)).toISOString()).toBe(instant);
  });

  test("shows each hour of a year as entered", () => {
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const at = Date.UTC(2027, 0, 1, hour);
      const shown = wallTime(at, "Europe/Berlin");
      expect(wallTime(instantOfWall(shown, "Europe/Berlin"), "Europe/Berlin")).toBe(shown);
    }
  });
});
