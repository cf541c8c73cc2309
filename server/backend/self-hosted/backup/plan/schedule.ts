import { wallTime } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** How long to wait before retrying a failed backup. */
const RETRY_MS = HOUR;
/** A backup is overdue after this long without a verified one: a day, and time to make it. */
const OVERDUE_MS = 26 * HOUR;

/** The company's date at an instant: "2026-11-22". */
export const companyDate = (instant: Date, zone: string): string =>
  wallTime(instant, zone).slice(0, 10);

/**
 * The latest time, now included, when the company's clock showed `at`: one instant per day, even
 * when daylight saving time changes.
 * @param at "03:00"
 */
export function lastScheduled(now: Date, at: string, zone: string): Date {
  const today = companyDate(now, zone);
  const turn = instantOfWall(`${today}T${at}`, zone);
  if (turn <= now.getTime()) return new Date(turn);
  const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10);
  return new Date(instantOfWall(`${yesterday}T${at}`, zone));
}

/** The next turn after now. */
export function nextScheduled(now: Date, at: string, zone: string): Date {
  const last = lastScheduled(now, at, zone);
  // Days are 23 to 25 hours long.
  return lastScheduled(new Date(last.getTime() + 25.5 * HOUR), at, zone);
}

export interface Known {
  /** since when there is something to back up */
  since: Date;
  /** when the last verified backup began */
  proved?: Date;
  /** when the last failed one ended; an interrupted one doesn't count as failed */
  failed?: Date;
}

/**
 * Whether to make a backup now: its turn came after the last verified one, however long ago that
 * was. A machine that slept or was off makes it late.
 */
export function isDue(
  now: Date,
  at: string,
  zone: string,
  { since, proved, failed }: Known,
): boolean {
  const turn = lastScheduled(now, at, zone).getTime();
  const done = Math.max(since.getTime(), proved?.getTime() ?? 0);
  const rested = !failed || now.getTime() - failed.getTime() >= RETRY_MS;
  return turn > done && rested;
}

/** Whether to warn people that there is no recent backup. */
export const isOverdue = (now: Date, { since, proved }: Known): boolean =>
  now.getTime() - Math.max(since.getTime(), proved?.getTime() ?? 0) > OVERDUE_MS;
