import { zonedFormat } from "#contract/time/company-zone.ts";
import { readClock } from "../business-hours.ts";
import {
  changesOn,
  type Departure,
  DISPATCH_KEYS,
  type Dispatch,
  type DispatchSettings,
  departureOf,
  instantAt,
  isLate,
  MARKET_ZONE,
  missed,
  readDispatch,
  weekdayOf,
} from "./dispatch.ts";
import { type ClockRow, type Point, rowAt, type WeekHour } from "./rows.ts";

const HOUR = 60;
const LAST_HOUR = 23;
const WEEK = 7;
const MINUTE_MS = 60_000;

const NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const DATE = zonedFormat("en-US", { weekday: "short", month: "short", day: "numeric" });
const LONG_DATE = zonedFormat("en-US", { weekday: "long", month: "short", day: "numeric" });
const TIME = zonedFormat("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });

export interface DispatchClock {
  /** "2:00 PM PST" */
  cutoff: string;
  pickup: string;
  /** "PST" */
  zone: string;
  /** the next seven days, from today, in order */
  rows: readonly ClockRow[];
  /** those to choose from */
  days: readonly { day: number; name: string }[];
  /** the order shown */
  shown: WeekHour;
  row: ClockRow;
  /** when a page without a chosen hour shows something else */
  until: Date;
}

/** "5:00 PM PST"; what belongs together stays on one line. */
const timeText = (at: number, zone: string) => TIME(at, zone).replace(/\s/g, "\u00A0");

const point = (at: number, zone: string): Point => [DATE(at, zone), timeText(at, zone)];

/** Whether the list of holidays says something about the days that the clock shows. */
const isListed = ({ holidays }: Dispatch, today: number) =>
  [...holidays].some((day) => day >= today + WEEK);

/** A weekday and an hour from an address; undefined if it has none. */
export function readWeekHour(query: URLSearchParams): WeekHour | undefined {
  const [day = "", hour = ""] = [query.get("day") ?? "", query.get("hour") ?? ""];
  if (!/^[0-6]$/.test(day) || !/^(1?\d|2[0-3])$/.test(hour)) return undefined;
  return { day: Number(day), hour: Number(hour) };
}

/**
 * The clock of the home page; undefined while a setting is blank or wrong, the list of holidays has ended, or an order
 * of the coming week would be late.
 */
export function dispatchClock(settings: DispatchSettings, now: Date): DispatchClock | undefined {
  const dispatch = readDispatch(settings);
  if (!dispatch) return undefined;
  const { cutoff, pickup, zone } = dispatch;
  const { day: today } = readClock(now, zone);
  if (!isListed(dispatch, today)) return undefined;
  const days = Array.from({ length: WEEK }, (_, step) => today + step);
  const departures = days.flatMap((day) =>
    changesOn(dispatch, day).map(({ minute }) => ({
      day,
      minute,
      departure: departureOf(dispatch, instantAt(day, minute, zone)),
    })),
  );
  if (departures.some(({ departure }) => isLate(departure))) return undefined;
  const rows = departures.map(({ day, minute, departure }): ClockRow => {
    const { cutoff, truck, deadline } = departure;
    return [
      weekdayOf(day),
      Math.ceil(minute / HOUR),
      point(cutoff, zone),
      point(truck, zone),
      point(deadline, MARKET_ZONE),
    ];
  });
  const shown = hourLike(dispatch, now);
  const cutoffText = timeText(instantAt(today, cutoff, zone), zone);
  return {
    cutoff: cutoffText,
    pickup: timeText(instantAt(today, pickup, zone), zone),
    zone: cutoffText.slice(cutoffText.lastIndexOf("\u00A0") + 1),
    rows,
    days: days.map((day) => ({ day: weekdayOf(day), name: NAMES[weekdayOf(day)] as string })),
    shown,
    row: rowAt(rows, shown),
    until: nextChange(dispatch, now),
  };
}

/** The same clock with the order of another hour. */
export const withHour = (clock: DispatchClock, shown: WeekHour): DispatchClock => ({
  ...clock,
  shown,
  row: rowAt(clock.rows, shown),
});

/**
 * Caches `dispatchClock` until a setting or the hour changes: formatting its dates takes a fifth of a page's rendering
 * time.
 */
export function keepClock(): typeof dispatchClock {
  let cached: { settings: string; from: Date; clock: DispatchClock } | undefined;
  return (all, now) => {
    const settings = JSON.stringify(DISPATCH_KEYS.map((key) => all[key]));
    if (cached?.settings === settings && cached.from <= now && now < cached.clock.until)
      return cached.clock;
    const clock = dispatchClock(all, now);
    cached = clock && { settings, from: now, clock };
    return clock;
  };
}

/** The full hour before now; the next one if an order placed now leaves at another time than one placed then. */
function hourLike(dispatch: Dispatch, now: Date): WeekHour {
  const { day, minute } = readClock(now, dispatch.zone);
  const hour = Math.floor(minute / HOUR);
  const isOther = changesOn(dispatch, day).some(
    (change) => change.minute > hour * HOUR && change.minute <= minute,
  );
  if (!isOther) return { day: weekdayOf(day), hour };
  return hour === LAST_HOUR
    ? { day: weekdayOf(day + 1), hour: 0 }
    : { day: weekdayOf(day), hour: hour + 1 };
}

/** When the next hour begins, or earlier, when orders start to leave at another time. */
function nextChange(dispatch: Dispatch, now: Date): Date {
  const { day, minute } = readClock(now, dispatch.zone);
  const full = (Math.floor(minute / HOUR) + 1) * HOUR;
  const changes = changesOn(dispatch, day).map((change) => change.minute);
  const next = Math.min(full, ...changes.filter((change) => change > minute));
  const began = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(began + (next - minute) * MINUTE_MS);
}

/** "2:00 PM" of each hour that can be chosen. */
export const HOURS = Array.from(
  { length: 24 },
  (_, hour) => `${hour % 12 || 12}:00\u00A0${hour < 12 ? "AM" : "PM"}`,
);

export interface DispatchTrouble {
  /** orders of some hour leave too late; otherwise visitors see no clock at all */
  isLate: boolean;
  words: string;
}

/** Why visitors see no clock, or will see none; undefined while all is well, or a setting is blank. */
export function dispatchTrouble(
  settings: DispatchSettings,
  now: Date,
): DispatchTrouble | undefined {
  const { dispatch_cutoff, dispatch_pickup } = settings;
  if (dispatch_cutoff && dispatch_pickup && dispatch_pickup <= dispatch_cutoff)
    return hidden(
      "The carrier pickup must be after the cutoff. Until then, visitors won't see the clock.",
    );
  const dispatch = readDispatch(settings);
  if (!dispatch) return undefined;
  if (!isListed(dispatch, readClock(now, dispatch.zone).day))
    return hidden(
      "No holidays are listed after this week. Until you add some, visitors won't see the clock.",
    );
  const late = missed(dispatch, now);
  return late && { isLate: true, words: lateText(dispatch, late) };
}

const hidden = (words: string): DispatchTrouble => ({ isLate: false, words });

/** "Orders that arrive Friday, Nov 27, after 2:00 PM PST leave Tuesday, Dec 1, 5:00 PM PST, after TikTok …" */
function lateText(dispatch: Dispatch, { arrival, truck, deadline }: Departure): string {
  const { zone } = dispatch;
  const day = LONG_DATE(arrival, zone);
  // The marketplace's midnight only postpones a deadline: orders are late from the cutoff on, or all day.
  const isAllDay = readClock(new Date(arrival), zone).minute === 0;
  const arrive = isAllDay ? `on ${day}` : `${day}, after ${timeText(arrival - MINUTE_MS, zone)}`;
  const at = (instant: number, where: string) =>
    `${LONG_DATE(instant, where)} at ${timeText(instant, where)}`;
  return `Orders arriving ${arrive} leave ${at(truck, zone)}, after TikTok Shop's deadline (${at(deadline, MARKET_ZONE)}). In the week before, visitors won't see the clock.`;
}
