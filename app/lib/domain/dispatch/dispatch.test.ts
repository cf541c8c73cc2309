import { describe, expect, test } from "vitest";
import { wallTime } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import {
  changesOn,
  type Dispatch,
  datesOf,
  departureOf,
  isLate,
  isoDate,
  minutesOf,
  missed,
  readDispatch,
  weekdaysOf,
} from "./dispatch.ts";
import { isFederalHoliday } from "./federal-holidays.ts";

const PACIFIC = "America/Los_Angeles";
const DAY_MS = 86_400_000;

const SETTINGS = {
  dispatch_cutoff: "14:00",
  dispatch_pickup: "17:00",
  dispatch_days: "Mon, Tue, Wed, Thu, Fri",
  dispatch_holidays: "2026-11-26\n2026-12-25\n2027-01-01",
  time_zone: PACIFIC,
};

const read = (changed: Partial<typeof SETTINGS> = {}) =>
  readDispatch({ ...SETTINGS, ...changed }) as Dispatch;

const usual = read();

/** The truck by the company's clock, and the deadline by the marketplace's. */
function way(dispatch: Dispatch, arrival: string) {
  const departure = departureOf(dispatch, instantOfWall(arrival, dispatch.zone));
  const { truck, deadline } = departure;
  return [wallTime(truck, dispatch.zone), wallTime(deadline, PACIFIC), isLate(departure)];
}

describe("an order in an ordinary week", () => {
  test.each([
    ["Monday at midnight", "2026-10-19T00:00", "2026-10-19", "2026-10-21"],
    ["Monday morning", "2026-10-19T09:00", "2026-10-19", "2026-10-21"],
    ["Monday, a minute before the cutoff", "2026-10-19T13:59", "2026-10-19", "2026-10-21"],
    ["Monday at the cutoff", "2026-10-19T14:00", "2026-10-19", "2026-10-21"],
    ["Monday, a minute after it", "2026-10-19T14:01", "2026-10-20", "2026-10-21"],
    ["Monday evening", "2026-10-19T18:30", "2026-10-20", "2026-10-21"],
    ["Monday, the last minute", "2026-10-19T23:59", "2026-10-20", "2026-10-21"],
    ["Tuesday at the cutoff", "2026-10-20T14:00", "2026-10-20", "2026-10-22"],
    ["Tuesday after it", "2026-10-20T14:01", "2026-10-21", "2026-10-22"],
    ["Wednesday at the cutoff", "2026-10-21T14:00", "2026-10-21", "2026-10-23"],
    ["Wednesday after it", "2026-10-21T14:01", "2026-10-22", "2026-10-23"],
    ["Thursday at the cutoff", "2026-10-22T14:00", "2026-10-22", "2026-10-26"],
    ["Thursday after it", "2026-10-22T14:01", "2026-10-23", "2026-10-26"],
    ["Friday at the cutoff", "2026-10-23T14:00", "2026-10-23", "2026-10-27"],
    ["Friday after it", "2026-10-23T14:01", "2026-10-26", "2026-10-27"],
    ["Saturday at midnight", "2026-10-24T00:00", "2026-10-26", "2026-10-27"],
    ["Saturday before the cutoff", "2026-10-24T10:00", "2026-10-26", "2026-10-27"],
    ["Saturday after it", "2026-10-24T20:00", "2026-10-26", "2026-10-27"],
    ["Sunday morning", "2026-10-25T08:00", "2026-10-26", "2026-10-27"],
    ["Sunday evening", "2026-10-25T18:00", "2026-10-26", "2026-10-27"],
    ["Sunday, the last minute", "2026-10-25T23:59", "2026-10-26", "2026-10-27"],
  ])("%s", (_, arrival, leaves, due) => {
    expect(way(usual, arrival)).toEqual([`${leaves}T17:00`, `${due}T23:59`, false]);
  });
});

describe("an order around a holiday", () => {
  test.each([
    ["the day before Thanksgiving, in time", "2026-11-25T14:00", "2026-11-25", "2026-11-30"],
    ["the day before Thanksgiving, after", "2026-11-25T14:01", "2026-11-27", "2026-11-30"],
    ["on Thanksgiving, before the cutoff", "2026-11-26T09:00", "2026-11-27", "2026-11-30"],
    ["on Thanksgiving, after it", "2026-11-26T20:00", "2026-11-27", "2026-11-30"],
    ["the day after it, in time", "2026-11-27T12:00", "2026-11-27", "2026-12-01"],
    ["Christmas Eve, in time", "2026-12-24T14:00", "2026-12-24", "2026-12-29"],
    ["Christmas Eve, after", "2026-12-24T14:01", "2026-12-28", "2026-12-29"],
    ["on Christmas, a Friday", "2026-12-25T10:00", "2026-12-28", "2026-12-29"],
    ["the Saturday after it", "2026-12-26T10:00", "2026-12-28", "2026-12-29"],
    ["New Year's Eve, after", "2026-12-31T15:00", "2027-01-04", "2027-01-05"],
    ["on a federal holiday that the company works", "2026-11-11T10:00", "2026-11-11", "2026-11-13"],
    ["before it, after the cutoff", "2026-11-10T15:00", "2026-11-11", "2026-11-13"],
  ])("%s", (_, arrival, leaves, due) => {
    expect(way(usual, arrival)).toEqual([`${leaves}T17:00`, `${due}T23:59`, false]);
  });

  test("a day off of the company does not move the marketplace's deadline", () => {
    const closed = read({ dispatch_holidays: "2026-10-20\n2026-10-21" });
    expect(way(closed, "2026-10-19T15:00")).toEqual(["2026-10-22T17:00", "2026-10-21T23:59", true]);
    expect(way(closed, "2026-10-19T14:00")).toEqual([
      "2026-10-19T17:00",
      "2026-10-21T23:59",
      false,
    ]);
  });
});

describe("an order while the clocks change", () => {
  test.each([
    ["the Friday before they go back, after", "2026-10-30T14:01", "2026-11-02", "2026-11-03"],
    ["the hour that comes twice", "2026-11-01T01:30", "2026-11-02", "2026-11-03"],
    ["the Sunday evening after", "2026-11-01T18:00", "2026-11-02", "2026-11-03"],
    ["the Friday before they go forward", "2027-03-12T14:01", "2027-03-15", "2027-03-16"],
    ["the hour that is left out", "2027-03-14T02:30", "2027-03-15", "2027-03-16"],
    ["the Monday after, in time", "2027-03-15T14:00", "2027-03-15", "2027-03-17"],
  ])("%s", (_, arrival, leaves, due) => {
    expect(way(usual, arrival)).toEqual([`${leaves}T17:00`, `${due}T23:59`, false]);
  });

  test("the truck keeps its hour by the clock on the wall", () => {
    const at = (arrival: string) => departureOf(usual, instantOfWall(arrival, PACIFIC)).truck;
    expect(new Date(at("2026-10-30T12:00")).toISOString()).toBe("2026-10-31T00:00:00.000Z");
    expect(new Date(at("2026-11-02T12:00")).toISOString()).toBe("2026-11-03T01:00:00.000Z");
  });
});

describe("an order elsewhere", () => {
  test.each([
    // The marketplace's day is still Monday until 3:00 AM in New York.
    ["America/New_York", "2026-10-20T02:59", "2026-10-20T17:00", "2026-10-21T23:59"],
    ["America/New_York", "2026-10-20T03:00", "2026-10-20T17:00", "2026-10-22T23:59"],
    ["America/New_York", "2026-10-24T02:00", "2026-10-26T17:00", "2026-10-27T23:59"],
    ["Pacific/Honolulu", "2026-10-19T20:59", "2026-10-20T17:00", "2026-10-21T23:59"],
    ["Pacific/Honolulu", "2026-10-19T21:00", "2026-10-20T17:00", "2026-10-22T23:59"],
    ["Asia/Tokyo", "2026-10-20T10:00", "2026-10-20T17:00", "2026-10-21T23:59"],
    ["UTC", "2026-10-19T06:59", "2026-10-19T17:00", "2026-10-20T23:59"],
  ])("%s %s", (time_zone, arrival, truck, deadline) => {
    expect(way(read({ time_zone }), arrival)).toEqual([truck, deadline, false]);
  });

  test("a day changes at midnight, after the cutoff, and at the marketplace's midnight", () => {
    const monday = Date.parse("2026-10-19") / DAY_MS;
    const minutes = (time_zone: string) =>
      changesOn(read({ time_zone }), monday).map(({ minute }) => minute);
    expect(minutes(PACIFIC)).toEqual([0, 841]);
    expect(minutes("America/New_York")).toEqual([0, 180, 841]);
    expect(minutes("Pacific/Honolulu")).toEqual([0, 841, 21 * 60]);
    expect(changesOn({ ...usual, cutoff: 1439 }, monday)).toHaveLength(1);
  });
});

test("other workdays", () => {
  const weekend = read({ dispatch_days: "Sat, Sun" });
  expect(way(weekend, "2026-10-19T09:00")).toEqual(["2026-10-24T17:00", "2026-10-21T23:59", true]);
  expect(way(weekend, "2026-10-24T14:00")).toEqual(["2026-10-24T17:00", "2026-10-27T23:59", false]);
  const daily = read({ dispatch_days: "Mon, Tue, Wed, Thu, Fri, Sat, Sun" });
  expect(way(daily, "2026-10-23T14:01")).toEqual(["2026-10-24T17:00", "2026-10-27T23:59", false]);
});

test("a truck in the deadline's own minute is in time", () => {
  const late = read({ dispatch_days: "Wed", dispatch_pickup: "23:59" });
  expect(way(late, "2026-10-19T09:00")).toEqual(["2026-10-21T23:59", "2026-10-21T23:59", false]);
  const west = read({ dispatch_days: "Wed", time_zone: "Pacific/Honolulu" });
  expect(way({ ...west, pickup: 21 * 60 }, "2026-10-19T09:00")[2]).toBe(true);
});

describe("the first late order of a year", () => {
  const from = new Date("2026-10-19T19:00Z");
  const late = (changed: Partial<typeof SETTINGS>) => {
    const departure = missed(read(changed), from);
    return departure && wallTime(departure.arrival, changed.time_zone ?? PACIFIC);
  };

  test.each<[string, Partial<typeof SETTINGS>, string | undefined]>([
    ["the seed's settings", {}, undefined],
    ["another zone", { time_zone: "America/New_York" }, undefined],
    ["a cutoff at midnight", { dispatch_cutoff: "00:00" }, undefined],
    ["a truck at the last minute", { dispatch_pickup: "23:59" }, undefined],
    ["no truck on Wednesday", { dispatch_days: "Mon, Tue, Thu, Fri" }, undefined],
    ["no truck on two days", { dispatch_days: "Mon, Thu, Fri" }, "2026-10-19T14:01"],
    ["one truck a week", { dispatch_days: "Fri" }, "2026-10-19T00:00"],
    [
      "a week of holidays in July",
      { dispatch_holidays: "2027-07-06\n2027-07-07\n2027-07-08\n2027-07-09" },
      "2027-07-05T14:01",
    ],
    ["the day after Thanksgiving off", { dispatch_holidays: "2026-11-26\n2026-11-27" }, undefined],
    [
      "the days before Christmas off",
      { dispatch_holidays: "2026-12-23\n2026-12-24\n2026-12-25" },
      "2026-12-22T14:01",
    ],
    [
      "where the marketplace's day ends first",
      { time_zone: "Pacific/Honolulu", dispatch_pickup: "23:30", dispatch_days: "Mon, Wed, Fri" },
      "2026-10-19T14:01",
    ],
  ])("%s", (_, changed, arrival) => expect(late(changed)).toBe(arrival));

  test("is the first of every minute of four weeks, one by one", () => {
    const dispatch = read({ dispatch_days: "Mon, Wed, Fri", dispatch_holidays: "2026-11-04" });
    const found = missed(dispatch, from)?.arrival;
    let at = instantOfWall("2026-10-19T00:00", PACIFIC);
    while (!isLate(departureOf(dispatch, at))) at += 60_000;
    expect(found).toBe(at);
  });
});

describe("settings", () => {
  test.each<[string, Partial<typeof SETTINGS>]>([
    ["no cutoff", { dispatch_cutoff: "" }],
    ["no pickup", { dispatch_pickup: "" }],
    ["no days", { dispatch_days: "" }],
    ["no holidays", { dispatch_holidays: "" }],
    ["a time that is none", { dispatch_cutoff: "2 PM" }],
    ["days out of order", { dispatch_days: "Tue, Mon" }],
    ["a date that is none", { dispatch_holidays: "2026-02-30" }],
    ["a truck before the cutoff", { dispatch_pickup: "13:59" }],
    ["a truck at the cutoff", { dispatch_pickup: "14:00" }],
  ])("%s makes no clock", (_, changed) => expect(read(changed)).toBeUndefined());

  test("are read as typed", () => {
    expect(minutesOf("00:00")).toBe(0);
    expect(minutesOf("23:59")).toBe(1439);
    expect(minutesOf("24:00")).toBeUndefined();
    expect(weekdaysOf("Mon, Sun")).toEqual([1, 0]);
    expect(weekdaysOf("Mon, Mon")).toBeUndefined();
    expect(datesOf("1970-01-02")).toBeUndefined();
    expect(datesOf("2026-12-25\n2028-02-29")?.map(isoDate)).toEqual(["2026-12-25", "2028-02-29"]);
    expect(read({ time_zone: "Nowhere" }).zone).toBe(PACIFIC);
  });
});

test("knows the federal holidays as they are observed", () => {
  const first = Date.parse("2026-01-01") / DAY_MS;
  const days = Array.from({ length: 730 }, (_, step) => first + step);
  const weekdays = days.filter((day) => (day + 4) % 7 !== 0 && (day + 4) % 7 !== 6);
  // As published by the U.S. Office of Personnel Management.
  expect(weekdays.filter(isFederalHoliday).map(isoDate)).toEqual([
    ...["2026-01-01", "2026-01-19", "2026-02-16", "2026-05-25", "2026-06-19", "2026-07-03"],
    ...["2026-09-07", "2026-10-12", "2026-11-11", "2026-11-26", "2026-12-25"],
    ...["2027-01-01", "2027-01-18", "2027-02-15", "2027-05-31", "2027-06-18", "2027-07-05"],
    ...["2027-09-06", "2027-10-11", "2027-11-11", "2027-11-25", "2027-12-24", "2027-12-31"],
  ]);
});
