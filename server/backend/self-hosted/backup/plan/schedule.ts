import { wallTime } from "#contract/company-zone.ts";
import { instantOfWall } from "#contract/wall-time.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** After a backup that failed the next try waits for so long. */
const RETRY_MS = HOUR;
/** Without a proved backup for longer than this, one is overdue: a day, and time to make it. */
const OVERDUE_MS = 26 * HOUR;

/** The company's date at an instant: "2026-11-22". */
export const companyDate = (instant: Date, zone: string): string =>
  wallTime(instant, zone).slice(0, 10);

/**
 * The last time that the company's clock showed `at`, now included: one instant each day, whatever
 * the clocks do.
 * @param at "03:00"
 */
export function lastTurn(now: Date, at: string, zone: string): Date {
  const today = companyDate(now, zone);
  const turn = instantOfWall(`${today}T${at}`, zone);
  if (turn <= now.getTime()) return new Date(turn);
  const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10);
  return new Date(instantOfWall(`${yesterday}T${at}`, zone));
}

/** The next time, after now. */
export function nextTurn(now: Date, at: string, zone: string): Date {
  const last = lastTurn(now, at, zone);
  // Days are 23 to 25 hours long.
  return lastTurn(new Date(last.getTime() + 25.5 * HOUR), at, zone);
}

export interface Known {
  /** since when there is something to back up */
  since: Date;
  /** when the last proved backup began */
  proved?: Date;
  /** when the last one that failed ended; one that was interrupted has not failed */
  failed?: Date;
}

/**
 * Whether a backup is to be made now: its turn came after the last proved one, however long ago that
 * was (a machine that slept or was off is late, not excused).
 */
export function isDue(
  now: Date,
  at: string,
  zone: string,
  { since, proved, failed }: Known,
): boolean {
  const turn = lastTurn(now, at, zone).getTime();
  const done = Math.max(since.getTime(), proved?.getTime() ?? 0);
  const rested = !failed || now.getTime() - failed.getTime() >= RETRY_MS;
  return turn > done && rested;
}

/** Whether people must be told that there is no fresh backup. */
export const isOverdue = (now: Date, { since, proved }: Known): boolean =>
  now.getTime() - Math.max(since.getTime(), proved?.getTime() ?? 0) > OVERDUE_MS;
