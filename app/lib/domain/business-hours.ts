import { companyZone, wallTime } from "#contract/time/company-zone.ts";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Opening hours by weekday, Sunday first; minutes after midnight, `to` is exclusive. */
export type Week = readonly (readonly { from: number; to: number }[])[];

/**
 * Parses the lines of the hours card, such as "Monday-Friday" with "8:00 AM - 6:00 PM PST", or
 * "Sunday" with "Closed". Lines without a day are ignored, and days without a line are closed.
 * @returns undefined when a line can't be parsed, so that no wrong hours are shown
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

/** Parses "Monday", "Mon-Fri" or "Saturday to Monday" into weekday numbers. */
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

/** Parses "8:00 AM - 6:00 PM PST" into minutes after midnight, ignoring the zone (see otherZoneIn). */
function readTimes(hours: string): { from: number; to: number } | undefined {
  const [from, end, ...more] = [...hours.matchAll(/(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\b/gi)].map(
    ([, hour, minute = "0", half]) =>
      (Number(hour) % 12) * 60 + Number(minute) + (half?.toLowerCase() === "p" ? 720 : 0),
  );
  if (from === undefined || end === undefined || more.length > 0) return undefined;
  // Hours that end at 12 AM end with the day.
  const to = end || 24 * 60;
  return from < to ? { from, to } : undefined;
}

/** A representative place for each US zone, by the letters before "ST", "DT" or "T". */
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
 * The time zone named in a line of hours ("EST") if it differs from the company's. The line is still read in
 * the company's zone.
 */
export function otherZoneIn(hours: string, zone = companyZone()): string | undefined {
  const [written, letters, season = "", name = "", utc] = WRITTEN_ZONE.exec(hours) ?? [];
  if (!written) return undefined;
  const family = letters ?? FIRST_LETTERS[name.toLowerCase()] ?? name.charAt(0);
  const place = utc ? "UTC" : (ZONES[family.toUpperCase()] ?? "UTC");
  const [winter, summer] = ["2026-01-15T12:00Z", "2026-07-15T12:00Z"].map(
    (time) => wallTime(time, place) === wallTime(time, zone),
  );
  // "EST" is New York in winter, "EDT" in summer, "ET" both; UTC is London in winter.
  const isSame = season.toUpperCase() === "D" ? summer : utc || season ? winter : winter && summer;
  return isSame ? undefined : name ? written.trim() : written;
}

const DAY_MS = 86_400_000;

/** The company's local time: days since 1970-01-01 (a Thursday), minutes after midnight. */
export function readClock(at: Date, zone = companyZone()): { day: number; minute: number } {
  const [date = "", time = ""] = wallTime(at, zone).split("T");
  return { day: Date.parse(date) / DAY_MS, minute: minutesOf(time) };
}

const hoursOn = (week: Week, day: number) => week[(day + 4) % 7] ?? [];

/** A local time at the company: days since 1970-01-01, and minutes after midnight. */
export type ClockTime = ReturnType<typeof readClock>;

/** Whether the office is open at this moment, in the company's zone. */
export function isOpen(week: Week, at: Date, zone: string): boolean {
  const { day, minute } = readClock(at, zone);
  return hoursOn(week, day).some(({ from, to }) => from <= minute && minute < to);
}

/**
 * Minutes of business hours between two moments, in the company's zone; 0 unless `to` is later. DST
 * changes happen at night, so they never affect business hours.
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
 * When this many minutes of business hours have passed since a moment, in the company's zone. Undefined
 * if the office never opens.
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

/** The business hours on the contact page. */
export interface HoursOnCard {
  /** undefined if they can't be parsed */
  week: Week | undefined;
  /** the company's time zone */
  zone: string;
  /** a zone named in the hours that differs from the company's */
  otherZone: string | undefined;
}

/** The day codes of the setting `opening_hours`, Sunday first. */
export const DAY_CODES = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** Each weekday's hours as typed, Sunday first: "08:00", or "" if still empty. */
export type TypedWeek = readonly (readonly { from: string; to: string }[])[];

/** Parses `opening_hours`: "Mo 08:00-12:00,13:00-18:00; Sa 09:00-14:00". Other days are closed. */
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

/** The company's hours from the setting, else parsed from the contact page's lines. */
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
