import { describe, expect, test } from "vitest";
import { defaultSettings, mergeSettings } from "#app/content/index.ts";
import { dispatchClock, dispatchTrouble, keepClock, readWeekHour, withHour } from "./clock.ts";
import { datesOf, departureOf, isoDate, readDispatch } from "./dispatch.ts";
import { isFederalHoliday } from "./federal-holidays.ts";
import { rowAt } from "./rows.ts";

const SETTINGS = mergeSettings();
type Changed = Partial<typeof SETTINGS>;
/** Pacific time is UTC-7 in October and UTC-8 in December. */
const at = (time: string) => new Date(time);
const clockAt = (time: string, changed: Changed = {}) =>
  dispatchClock({ ...SETTINGS, ...changed }, at(time));
/** "Mon, Nov 30, 5:00 PM PST" with plain spaces */
const words = (part: readonly unknown[] = []) =>
  part.map((point) => [point].flat().join(", ").replaceAll("\u00A0", " "));

test("shows an order of now", () => {
  const clock = clockAt("2026-12-02T18:20Z");
  expect(clock?.shown).toEqual({ day: 3, hour: 10 });
  expect(words(clock?.row.slice(2))).toEqual([
    "Wed, Dec 2, 2:00 PM PST",
    "Wed, Dec 2, 5:00 PM PST",
    "Fri, Dec 4, 11:59 PM PST",
  ]);
  expect(words([clock?.cutoff, clock?.pickup, clock?.zone])).toEqual([
    "2:00 PM PST",
    "5:00 PM PST",
    "PST",
  ]);
  expect(clock?.days.map(({ name }) => name)).toEqual(
    "Wednesday Thursday Friday Saturday Sunday Monday Tuesday".split(" "),
  );
});

test("shows the hour that is asked for, of the days that come", () => {
  const now = clockAt("2026-12-02T18:20Z");
  const clock = now && withHour(now, { day: 0, hour: 18 });
  expect(words(clock?.row.slice(2))).toEqual([
    "Mon, Dec 7, 2:00 PM PST",
    "Mon, Dec 7, 5:00 PM PST",
    "Tue, Dec 8, 11:59 PM PST",
  ]);
});

test("computes a clock once for each hour and each change of its settings", () => {
  const clockOf = keepClock();
  const first = clockOf(SETTINGS, at("2026-12-02T18:20Z"));
  expect(clockOf({ ...SETTINGS }, at("2026-12-02T18:59:59Z"))).toBe(first);
  const later = clockOf(SETTINGS, at("2026-12-02T19:00Z"));
  expect(later?.shown).toEqual({ day: 3, hour: 11 });
  // A clock that was set back shows the earlier hour again.
  expect(clockOf(SETTINGS, at("2026-12-02T18:59Z"))).toEqual(first);
  const other = { ...SETTINGS, dispatch_cutoff: "15:00" };
  expect(clockOf(other, at("2026-12-02T18:59Z"))?.cutoff).toBe("3:00\u00A0PM\u00A0PST");
  expect(clockOf({ ...SETTINGS, dispatch_cutoff: "" }, at("2026-12-02T18:59Z"))).toBeUndefined();
});

test.each([
  // Within the cutoff's hour, what leaves with the next truck is shown by the hour after it.
  ["2026-12-02T22:00Z", "14:00", { day: 3, hour: 14 }, "2026-12-02T22:01:00.000Z"],
  ["2026-12-02T22:00:59Z", "14:00", { day: 3, hour: 14 }, "2026-12-02T22:01:00.000Z"],
  ["2026-12-02T22:01Z", "14:00", { day: 3, hour: 15 }, "2026-12-02T23:00:00.000Z"],
  ["2026-12-02T22:10Z", "14:30", { day: 3, hour: 14 }, "2026-12-02T22:31:00.000Z"],
  ["2026-12-02T22:31Z", "14:30", { day: 3, hour: 15 }, "2026-12-02T23:00:00.000Z"],
  ["2026-12-02T17:59:59Z", "14:00", { day: 3, hour: 9 }, "2026-12-02T18:00:00.000Z"],
  ["2026-12-03T07:45Z", "23:30", { day: 4, hour: 0 }, "2026-12-03T08:00:00.000Z"],
])("at %s with a cutoff at %s", (now, dispatch_cutoff, shown, until) => {
  const clock = clockAt(now, { dispatch_cutoff, dispatch_pickup: "23:45" });
  expect(clock?.shown).toEqual(shown);
  expect(clock?.until.toISOString()).toBe(until);
  const settings = { ...SETTINGS, dispatch_cutoff, dispatch_pickup: "23:45" };
  const dispatch = readDispatch(settings) as NonNullable<ReturnType<typeof readDispatch>>;
  const { truck } = departureOf(dispatch, at(now).getTime());
  const day = new Intl.DateTimeFormat("en-US", { day: "numeric", timeZone: dispatch.zone });
  expect(clock?.row[3][0].split(" ").at(-1)).toBe(day.format(truck));
});

test.each(["America/Los_Angeles", "America/New_York", "Asia/Kolkata"])(
  "each hour's row in %s is that of its order",
  (time_zone) => {
    const settings = { ...SETTINGS, time_zone };
    const dispatch = readDispatch(settings) as NonNullable<ReturnType<typeof readDispatch>>;
    // The week begins at midnight in that zone.
    const start = at("2026-12-07T12:00Z");
    const clock = dispatchClock(settings, start);
    const local = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: time_zone });
    const hours = new Intl.DateTimeFormat("en-US", {
      hour: "numeric",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: time_zone,
    });
    const names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    for (let step = 0; step < 5 * 48; step += 1) {
      const arrival = start.getTime() + step * 30 * 60_000;
      const [hour, minute] = hours.format(arrival).split(":");
      if (minute !== "00") continue;
      const day = names.indexOf(local.format(arrival));
      const row = rowAt(clock?.rows ?? [], { day, hour: Number(hour) });
      const { truck } = departureOf(dispatch, arrival);
      expect(row[3][0], `${day} ${hour}`).toContain(local.format(truck));
    }
  },
);

describe("hides the clock from visitors", () => {
  const now = "2026-12-02T18:20Z";
  test.each<[string, Changed, string | undefined]>([
    ["with a blank setting", { dispatch_cutoff: "" }, undefined],
    [
      "with a truck before the cutoff",
      { dispatch_pickup: "12:00" },
      "The carrier pickup must be after the cutoff. Until then, visitors won't see the clock.",
    ],
    [
      "once the list of holidays has ended",
      { dispatch_holidays: "2026-12-08" },
      "No holidays are listed after this week. Until you add some, visitors won't see the clock.",
    ],
    [
      "while an order of the week would be late",
      { dispatch_days: "Tue, Thu" },
      "Orders arriving Thursday, Dec 3, after 2:00 PM PST leave Tuesday, Dec 8 at 5:00 PM PST, after TikTok Shop's deadline (Monday, Dec 7 at 11:59 PM PST). In the week before, visitors won't see the clock.",
    ],
  ])("%s", (_, changed, trouble) => {
    expect(clockAt(now, changed)).toBeUndefined();
    const said = dispatchTrouble({ ...SETTINGS, ...changed }, at(now));
    expect(said?.words.replaceAll("\u00A0", " ")).toBe(trouble);
  });

  test("and warns staff first", () => {
    const closed = "2027-03-02\n2027-03-03\n2027-03-04\n2027-05-01";
    expect(clockAt(now, { dispatch_holidays: closed })).toBeDefined();
    const trouble = dispatchTrouble({ ...SETTINGS, dispatch_holidays: closed }, at(now));
    expect(trouble?.isLate).toBe(true);
    expect(trouble?.words).toMatch(/^Orders arriving Monday, Mar 1, after/);
    expect(clockAt("2027-02-25T18:20Z", { dispatch_holidays: closed })).toBeUndefined();
    expect(clockAt("2027-03-05T18:20Z", { dispatch_holidays: closed })).toBeDefined();
  });
});

test.each([
  [{ dispatch_days: "Fri" }, "Orders arriving Friday, Dec 4, after 2:00"],
  [{ dispatch_days: "Sat" }, "Orders arriving on Wednesday, Dec 2 leave"],
  [{ dispatch_days: "Mon, Tue", time_zone: "Pacific/Honolulu" }, "Orders arriving on Wednesday"],
])("says from when orders of %j are late", (changed, begins) => {
  const { words: said } = dispatchTrouble({ ...SETTINGS, ...changed }, at("2026-12-02T18:20Z")) ?? {
    words: "",
  };
  expect(said.replaceAll("\u00A0", " ")).toContain(begins);
});

test("the seed's settings keep the promise in each hour, without a warning", () => {
  expect(dispatchTrouble(SETTINGS, at("2026-11-25T12:00Z"))).toBeUndefined();
  const listed = datesOf(defaultSettings.dispatch_holidays.setting_value) ?? [];
  expect(listed.map(isoDate)).toEqual(listed.filter(isFederalHoliday).map(isoDate));
  expect(listed.length).toBeGreaterThan(11);
});

test.each([
  ["day=0&hour=18", { day: 0, hour: 18 }],
  ["day=6&hour=0", { day: 6, hour: 0 }],
  ["day=7&hour=0", undefined],
  ["day=1&hour=24", undefined],
  ["day=1&hour=-1", undefined],
  ["day=1", undefined],
  ["hour=1", undefined],
  ["day=a&hour=1", undefined],
  ["", undefined],
])("reads %j", (query, asked) => {
  expect(readWeekHour(new URLSearchParams(query))).toEqual(asked);
});
