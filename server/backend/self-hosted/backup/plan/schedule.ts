import { COMPANY_ZONE } from "#contract/company-zone.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After a backup that failed the next try waits for so long. */
const RETRY_MS = HOUR;
/** Without a proved backup for longer than this, one is overdue: a day, and time to make it. */
const OVERDUE_MS = 26 * HOUR;

const CLOCK = new Intl.DateTimeFormat("sv-SE", {
  timeZone: COMPANY_ZONE,
  dateStyle: "short",
  timeStyle: "short",
});

/** What the company's clock shows, as if it were UTC: milliseconds, whole minutes. */
const shown = (instant: number) => Date.parse(`${CLOCK.format(instant).replace(" ", "T")}Z`);

/** The company's date at an instant: "2026-11-22". */
export const companyDate = (instant: Date): string => CLOCK.format(instant).slice(0, 10);

/**
 * The instant at which the company's clock shows this; of an hour that comes twice the first, and one
 * that is left out is an hour later, as PostgreSQL reads it.
 * @param wall as `shown` gives it
 */
function instantOf(wall: number): number {
  // The zone's offset before and after any change of the clocks nearby.
  const [before, after] = [wall - DAY, wall + DAY].map((near) => shown(near) - near) as [
    number,
    number,
  ];
  const found = [wall - before, wall - after].filter((instant) => shown(instant) === wall);
  return found.length > 0 ? Math.min(...found) : wall - before;
}

/**
 * The last time that the company's clock showed `at`, now included: one instant each day, whatever
 * the clocks do.
 * @param at "03:00"
 */
export function lastTurn(now: Date, at: string): Date {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const midnight = Date.parse(`${companyDate(now)}T00:00Z`);
  const wall = midnight + hours * HOUR + minutes * MINUTE;
  const today = instantOf(wall);
  return new Date(today <= now.getTime() ? today : instantOf(wall - DAY));
}

/** The next time, after now. */
export function nextTurn(now: Date, at: string): Date {
  const last = lastTurn(now, at);
  // Days are 23 to 25 hours long.
  return lastTurn(new Date(last.getTime() + 25.5 * HOUR), at);
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
export function isDue(now: Date, at: string, { since, proved, failed }: Known): boolean {
  const turn = lastTurn(now, at).getTime();
  const done = Math.max(since.getTime(), proved?.getTime() ?? 0);
  const rested = !failed || now.getTime() - failed.getTime() >= RETRY_MS;
  return turn > done && rested;
}

/** Whether people must be told that there is no fresh backup. */
export const isOverdue = (now: Date, { since, proved }: Known): boolean =>
  now.getTime() - Math.max(since.getTime(), proved?.getTime() ?? 0) > OVERDUE_MS;
