import { companyZone, wallTime } from "#contract/company-zone.ts";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Opening times by weekday, Sunday first; minutes after midnight, `to` no longer open. */
export type Week = readonly (readonly { from: number; to: number }[])[];

/**
 * Reads the hours card's lines, for example "Monday-Friday" and "8:00 AM - 6:00 PM PST", or
 * "Sunday" and "Closed". A line without a day is left out, a day without a line is closed.
 * @returns undefined when a line cannot be understood: then nobody should claim to know
 */
export function readWeek(lines: readonly { label: string; hours: string }[]): Week | undefined {
  const week: { from: number; to: number }[][] = DAYS.map(() => []);
  for (const { label, hours } of lines) {
    if (!label.trim()) continue;
    const days = readDays(label);
    if (!days) return undefined;
    if (/^\s*closed\b/i.test(hours)) continue;
    const times = readTimes(hours);
    if (!times) return undefined;
    for (const day of days) week[day]?.push(times);
  }
  return week;
}

/** "Monday", "Mon-Fri", "Saturday to Monday" as weekday numbers. */
function readDays(label: string): number[] | undefined {
  const names = label.toLowerCase().split(/\s*(?:-|–|—|\bto\b|\bthrough\b)\s*/);
  const [first, last = first] = names.map((name) =>
    /^[a-z]{3,9}$/.test(name.trim()) ? DAYS.indexOf(name.trim().slice(0, 3)) : -1,
  );
  if (names.length > 2 || first === undefined || last === undefined) return undefined;
  if (first < 0 || last < 0) return undefined;
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, step) => (first + step) % 7);
}

/** "8:00 AM - 6:00 PM PST" in minutes after midnight, by the company's clock whatever zone it names (otherZoneIn). */
function readTimes(hours: string): { from: number; to: number } | undefined {
  const [from, to, ...more] = [...hours.matchAll(/(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\b/gi)].map(
    ([, hour, minute = "0", half]) =>
      (Number(hour) % 12) * 60 + Number(minute) + (half?.toLowerCase() === "p" ? 720 : 0),
  );
  if (from === undefined || to === undefined || more.length > 0 || to <= from) return undefined;
  return { from, to };
}

/** By the letters before "ST", "DT" or "T" in what people write: a place that keeps the time. */
const ZONES: Readonly<Record<string, string>> = {
  P: "America/Los_Angeles",
  M: "America/Denver",
  C: "America/Chicago",
  E: "America/New_York",
  AK: "America/Anchorage",
  H: "Pacific/Honolulu",
};
const WRITTEN_ZONE =
  /\b(?:(P|M|C|E|AK|H)([SD]?)T|(Pacific|Mountain|Central|Eastern|Alaska|Hawaii)\b.*|(UTC|GMT))\b/i;
const FIRST_LETTERS: Readonly<Record<string, string>> = { alaska: "AK" };

/**
 * The time zone that a line of hours names ("EST") where its clock is not the company's, by which the line is
 * read all the same.
 */
export function otherZoneIn(hours: string, zone = companyZone()): string | undefined {
  const [written, letters, season = "", name = "", utc] = WRITTEN_ZONE.exec(hours) ?? [];
  if (!written) return undefined;
  const family = letters ?? FIRST_LETTERS[name.toLowerCase()] ?? name.charAt(0);
  const place = utc ? "UTC" : (ZONES[family.toUpperCase()] ?? "UTC");
  const [winter, summer] = ["2026-01-15T12:00Z", "2026-07-15T12:00Z"].map(
    (time) => wallTime(time, place) === wallTime(time, zone),
  );
  // "EST" is New York's in winter, "EDT" in summer, "ET" both; UTC is London's in winter.
  const isSame = season.toUpperCase() === "D" ? summer : utc || season ? winter : winter && summer;
  return isSame ? undefined : name ? written.trim() : written;
}

const DAY_MS = 86_400_000;

/** What the company's clock shows: days since 1970-01-01 (a Thursday), minutes after midnight. */
export function readClock(at: Date, zone = companyZone()): { day: number; minute: number } {
  const [date = "", time = ""] = wallTime(at, zone).split("T");
  return { day: Date.parse(date) / DAY_MS, minute: minutesOf(time) };
}

const hoursOn = (week: Week, day: number) => week[(day + 4) % 7] ?? [];

/** A moment by the company's clock: days since 1970-01-01, and minutes after midnight. */
export type ClockTime = ReturnType<typeof readClock>;

/** Whether the office is open at this moment, by the company's clock. */
export function isOpen(week: Week, at: Date, zone: string): boolean {
  const { day, minute } = readClock(at, zone);
  return hoursOn(week, day).some(({ from, to }) => from <= minute && minute < to);
}

/**
 * Minutes of opening time between two moments, by the company's clock; 0 when `to` is not later. Clocks
 * change at night, so a day's opening time is never longer or shorter than the hours say.
 */
export function openMinutes(week: Week, from: Date, to: Date, zone = companyZone()): number {
  const start = readClock(from, zone);
  const end = readClock(to, zone);
  let minutes = 0;
  for (let day = start.day; day <= end.day; day += 1)
    for (const hours of hoursOn(week, day)) {
      const opens = day === start.day ? Math.max(hours.from, start.minute) : hours.from;
      const closes = day === end.day ? Math.min(hours.to, end.minute) : hours.to;
      minutes += Math.max(0, closes - opens);
    }
  return minutes;
}

/**
 * When so many minutes of opening time have passed since a moment, by that same clock; undefined when the
 * office never opens.
 */
export function afterOpenMinutes(week: Week, from: Date, minutes: number): ClockTime | undefined {
  if (!week.some((hours) => hours.some(({ from: opens, to }) => to > opens))) return undefined;
  const start = readClock(from);
  let left = minutes;
  for (let { day } = start; ; day += 1)
    for (const hours of hoursOn(week, day).toSorted((a, b) => a.from - b.from)) {
      const opens = day === start.day ? Math.max(hours.from, start.minute) : hours.from;
      const open = Math.max(0, hours.to - opens);
      if (open >= left) return { day, minute: opens + left };
      left -= open;
    }
}

/** What the contact page's lines of hours say. */
export interface HoursOnCard {
  /** undefined where they can't be understood */
  week: Week | undefined;
  /** the company's */
  zone: string;
  /** the zone that one of them names, where it is not the company's */
  otherZone: string | undefined;
}

/** As the setting `opening_hours` has the days, Sunday first. */
export const DAY_CODES = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** The hours of each weekday as they are typed, Sunday first: "08:00", or "" where nothing is typed yet. */
export type TypedWeek = readonly (readonly { from: string; to: string }[])[];

/** The setting `opening_hours`: "Mo 08:00-12:00,13:00-18:00; Sa 09:00-14:00". A day that it leaves out is closed. */
export function typedWeek(text: string): TypedWeek {
  const days = new Map(text.split("; ").map((day) => [day.slice(0, 2), day.slice(3)]));
  return DAY_CODES.map((code) =>
    (days.get(code) ?? "")
      .split(",")
      .filter(Boolean)
      .map((span) => {
        const [from = "", to = ""] = span.split("-");
        return { from, to };
      }),
  );
}

/** The company's hours: by the setting, else as far as the contact page's lines say them. */
export const officeWeek = (
  setting: string,
  lines: readonly { label: string; hours: string }[],
): Week | undefined =>
  setting
    ? typedWeek(setting).map((spans) =>
        spans.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
      )
    : readWeek(lines);

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
