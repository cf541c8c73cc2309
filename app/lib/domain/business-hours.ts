import { COMPANY_ZONE } from "#contract/company-zone.ts";

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

/** "8:00 AM - 6:00 PM PST" in minutes after midnight; the zone's letters are only for reading. */
function readTimes(hours: string): { from: number; to: number } | undefined {
  const [from, to, ...more] = [...hours.matchAll(/(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\b/gi)].map(
    ([, hour, minute = "0", half]) =>
      (Number(hour) % 12) * 60 + Number(minute) + (half?.toLowerCase() === "p" ? 720 : 0),
  );
  if (from === undefined || to === undefined || more.length > 0 || to <= from) return undefined;
  return { from, to };
}

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: COMPANY_ZONE,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  hourCycle: "h23",
});
const DAY_MS = 86_400_000;

/** What the office's wall shows: days since 1970-01-01 (a Thursday), minutes after midnight. */
function readClock(at: Date): { day: number; minute: number } {
  const parts = Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { day: Date.UTC(year, month - 1, day) / DAY_MS, minute: hour * 60 + minute };
}

const hoursOn = (week: Week, day: number) => week[(day + 4) % 7] ?? [];

/** Whether the office is open at this moment, by the clock on its own wall (America/Los_Angeles). */
export function isOpen(week: Week, at: Date): boolean {
  const { day, minute } = readClock(at);
  return hoursOn(week, day).some(({ from, to }) => from <= minute && minute < to);
}

/**
 * Minutes of opening time between two moments, by that same clock; 0 when `to` is not later. Clocks
 * change at night, so a day's opening time is never longer or shorter than the card says.
 */
export function openMinutes(week: Week, from: Date, to: Date): number {
  const start = readClock(from);
  const end = readClock(to);
  let minutes = 0;
  for (let day = start.day; day <= end.day; day += 1)
    for (const hours of hoursOn(week, day)) {
      const opens = day === start.day ? Math.max(hours.from, start.minute) : hours.from;
      const closes = day === end.day ? Math.min(hours.to, end.minute) : hours.to;
      minutes += Math.max(0, closes - opens);
    }
  return minutes;
}
