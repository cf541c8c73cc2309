import { companyDate } from "./schedule.ts";

const DAY = 24 * 60 * 60_000;

/** How many of the last days, weeks and months that have a backup keep one. */
const KEPT = { days: 7, weeks: 4, months: 12 } as const;

/** Those made before an upgrade or a rollback are kept for so long, and the newest of them until another comes. */
const KEPT_BEFORE_MS = 30 * DAY;

/** The Monday that a date's week begins with. */
function weekOf(date: string): string {
  const day = new Date(`${date}T00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * DAY).toISOString().slice(0, 10);
}

interface Dated {
  created: Date;
  zone: string;
  /** left out: made by the day */
  before?: { what: string; schema: string };
}

/**
 * Which backups go: all but the newest of each of the last 7 days, 4 weeks and 12 months that have any,
 * by the company's calendar, and whatever is younger than a day, so that "Back up now" takes none away.
 * Those made before an upgrade or a rollback stand beside these: of each state of the tables the newest,
 * for 30 days.
 * @param backups in any order
 */
export function toRemove<Backup extends Dated>(backups: readonly Backup[], now: Date): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.created.getTime() - a.created.getTime());
  const kept = new Set([
    ...keptByTheDay(
      newestFirst.filter(({ before }) => !before),
      now,
    ),
    ...keptBefore(
      newestFirst.filter(({ before }) => before),
      now,
    ),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

function keptByTheDay<Backup extends Dated>(newestFirst: Backup[], now: Date): Set<Backup> {
  const kept = new Set(
    newestFirst.filter(({ created }) => now.getTime() - created.getTime() < DAY),
  );
  const rules: [number, (date: string) => string][] = [
    [KEPT.days, (date) => date],
    [KEPT.weeks, weekOf],
    [KEPT.months, (date) => date.slice(0, 7)],
  ];
  for (const [many, periodOf] of rules) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(companyDate(backup.created, backup.zone));
      if (seen.has(period) || seen.size === many) continue;
      seen.add(period);
      kept.add(backup);
    }
  }
  return kept;
}

function keptBefore<Backup extends Dated>(newestFirst: Backup[], now: Date): Backup[] {
  const seen = new Set<string>();
  return newestFirst.filter(({ created, before }, index) => {
    // What a rollback put aside is the only copy of what was written after the upgrade.
    const state = before?.what === "upgrade" ? before.schema : created.toISOString();
    if (seen.has(state)) return false;
    seen.add(state);
    return index === 0 || now.getTime() - created.getTime() < KEPT_BEFORE_MS;
  });
}
