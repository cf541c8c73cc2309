import { knownZone } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import { readClock } from "../business-hours.ts";
import { isFederalHoliday } from "./federal-holidays.ts";

const DAY_MS = 86_400_000;

/** TikTok Shop's day ends at 11:59 PM here, wherever the seller is. */
export const MARKET_ZONE = "America/Los_Angeles";
const MARKET_CLOSES = 23 * 60 + 59;
/** "Within 2 business days from the order date": Monday to Friday, excluding US federal holidays. */
const MARKET_DAYS = 2;

/** As the setting `dispatch_days` has them, Monday first. */
export const WORKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** How far ahead `missed` looks. */
const YEAR = 366;

/** When orders leave. Days are counted from 1970-01-01, times in minutes after midnight, both in the company's zone. */
export interface Dispatch {
  cutoff: number;
  pickup: number;
  /** 0 is Sunday */
  weekdays: ReadonlySet<number>;
  holidays: ReadonlySet<number>;
  zone: string;
}

/** What a clock shows: days since 1970-01-01, minutes after midnight. */
type Clock = ReturnType<typeof readClock>;

/** What happens to an order; all are instants in milliseconds. */
export interface Departure {
  arrival: number;
  /** the cutoff that the order is in time for */
  cutoff: number;
  truck: number;
  /** the end of the marketplace's last day */
  deadline: number;
}

/** The settings that decide it. */
export const DISPATCH_KEYS = [
  "dispatch_cutoff",
  "dispatch_days",
  "dispatch_holidays",
  "dispatch_pickup",
  "time_zone",
] as const;
export type DispatchSettings = Readonly<Record<(typeof DISPATCH_KEYS)[number], string>>;

/** Minutes after midnight of "14:00"; undefined if it is no time. */
export function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** The days of "Mon, Tue", each once and in order, 0 is Sunday; undefined if one is unknown. */
export function weekdaysOf(text: string): number[] | undefined {
  const names = text.split(", ").filter(Boolean);
  if (WORKDAYS.filter((name) => names.includes(name)).join(", ") !== text) return undefined;
  return names.map((name) => (WORKDAYS.indexOf(name as (typeof WORKDAYS)[number]) + 1) % 7);
}

/** The days of a list with a date such as 2026-12-25 in each line; undefined if a line is no date. */
export function datesOf(text: string): number[] | undefined {
  const days: number[] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const at = /^20\d\d-\d\d-\d\d$/.test(line) ? Date.parse(line) : Number.NaN;
    // "2026-02-30" would be read as March 2.
    if (Number.isNaN(at) || isoDate(at / DAY_MS) !== line) return undefined;
    days.push(at / DAY_MS);
  }
  return days;
}

export const isoDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The settings; undefined while one is blank or wrong, or the truck leaves before the cutoff. */
export function readDispatch(settings: DispatchSettings): Dispatch | undefined {
  const cutoff = minutesOf(settings.dispatch_cutoff);
  const pickup = minutesOf(settings.dispatch_pickup);
  const weekdays = weekdaysOf(settings.dispatch_days);
  const holidays = datesOf(settings.dispatch_holidays);
  if (cutoff === undefined || pickup === undefined || pickup <= cutoff) return undefined;
  if (!weekdays?.length || !holidays?.length) return undefined;
  return {
    cutoff,
    pickup,
    weekdays: new Set(weekdays),
    holidays: new Set(holidays),
    zone: knownZone(settings.time_zone),
  };
}

/** 0 is Sunday; day 0 was a Thursday. */
export const weekdayOf = (day: number) => (day + 4) % 7;

const isWorkday = ({ weekdays, holidays }: Dispatch, day: number) =>
  weekdays.has(weekdayOf(day)) && !holidays.has(day);

const isBusinessDay = (day: number) => {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(day);
};

/** The first such day, from this one on. The list of holidays ends, so there is one. */
function firstFrom(day: number, isOne: (day: number) => boolean): number {
  let at = day;
  while (!isOne(at)) at += 1;
  return at;
}

/** The instant at which a place's clock shows this. */
export function instantAt(day: number, minute: number, zone: string): number {
  const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0"));
  return instantOfWall(`${isoDate(day)}T${time.join(":")}`, zone);
}

/** The day an order leaves, by the company's clock, and the last day it may, by the marketplace's. */
function daysOf(dispatch: Dispatch, arrived: Clock, ordered: number) {
  const first = arrived.minute <= dispatch.cutoff ? arrived.day : arrived.day + 1;
  let due = ordered;
  for (let left = MARKET_DAYS; left > 0; left -= 1) due = firstFrom(due + 1, isBusinessDay);
  return { leaves: firstFrom(first, (day) => isWorkday(dispatch, day)), due };
}

/**
 * When an order leaves, and by when it must. One that arrives on a workday by the cutoff, whose minute counts as in
 * time, leaves with that day's truck; any other with the next workday's.
 */
export function departureOf(dispatch: Dispatch, arrival: number): Departure {
  const { cutoff, pickup, zone } = dispatch;
  const at = new Date(arrival);
  const { leaves, due } = daysOf(dispatch, readClock(at, zone), readClock(at, MARKET_ZONE).day);
  return {
    arrival,
    cutoff: instantAt(leaves, cutoff, zone),
    truck: instantAt(leaves, pickup, zone),
    deadline: instantAt(due, MARKET_CLOSES, MARKET_ZONE),
  };
}

export const isLate = ({ truck, deadline }: Departure) => truck > deadline;

/** A minute of a day from which an order's departure or deadline differs, and the marketplace's day at that minute. */
interface Change {
  minute: number;
  ordered: number;
}

/** A day's changes: midnight, the minute after the cutoff, and the marketplace's midnight. */
export function changesOn({ cutoff, zone }: Dispatch, day: number): Change[] {
  const begins = readClock(new Date(instantAt(day, 0, zone)), MARKET_ZONE).day;
  const next = readClock(new Date(instantAt(begins + 1, 0, MARKET_ZONE)), zone);
  const turns = next.day === day ? next.minute : Number.POSITIVE_INFINITY;
  return [...new Set([0, cutoff + 1, turns])]
    .filter((minute) => minute < 24 * 60)
    .sort((a, b) => a - b)
    .map((minute) => ({ minute, ordered: minute < turns ? begins : begins + 1 }));
}

/** The first order of the next twelve months that leaves after its deadline; undefined if none does. */
export function missed(dispatch: Dispatch, from: Date): Departure | undefined {
  const { day: today } = readClock(from, dispatch.zone);
  for (let day = today; day < today + YEAR; day += 1)
    for (const { minute, ordered } of changesOn(dispatch, day)) {
      const { leaves, due } = daysOf(dispatch, { day, minute }, ordered);
      // A truck of an earlier day is in time in every zone.
      if (leaves < due) continue;
      const departure = departureOf(dispatch, instantAt(day, minute, dispatch.zone));
      if (isLate(departure)) return departure;
    }
  return undefined;
}
