import { companyDate } from "./schedule.ts";

const DAY = 24 * 60 * 60_000;

/** How many recent days, weeks and months with a backup keep one. */
const RETAINED = { days: 7, weeks: 4, months: 12 } as const;

/** How long backups made before an upgrade or a rollback are kept; the newest stays until the next one. */
const BEFORE_UPGRADE_MS = 30 * DAY;

/** The Monday of a date's week. */
function weekOf(date: string): string {
  const day = new Date(`${date}T00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * DAY).toISOString().slice(0, 10);
}

interface Dated {
  created: Date;
  zone: string;
  /** omitted: a daily backup */
  before?: { what: string; schema: string };
}

/**
 * Which backups to remove. For each of the last 7 days, 4 weeks and 12 months that have any, by the
 * company's calendar, the newest stays. Backups younger than a day stay, so that "Back up now" removes
 * none. Backups made before an upgrade or a rollback are separate: the newest of each schema version
 * stays for 30 days.
 * @param backups in any order
 */
export function toRemove<Backup extends Dated>(backups: readonly Backup[], now: Date): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.created.getTime() - a.created.getTime());
  const retained = new Set([
    ...dailyRetained(
      newestFirst.filter(({ before }) => !before),
      now,
    ),
    ...retainedBefore(
      newestFirst.filter(({ before }) => before),
      now,
    ),
  ]);
  return newestFirst.filter((backup) => !retained.has(backup));
}

function dailyRetained<Backup extends Dated>(newestFirst: Backup[], now: Date): Set<Backup> {
  const retained = new Set(
    newestFirst.filter(({ created }) => now.getTime() - created.getTime() < DAY),
  );
  const rules: [number, (date: string) => string][] = [
    [RETAINED.days, (date) => date],
    [RETAINED.weeks, weekOf],
    [RETAINED.months, (date) => date.slice(0, 7)],
  ];
  for (const [many, periodOf] of rules) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(companyDate(backup.created, backup.zone));
      if (seen.has(period) || seen.size === many) continue;
      seen.add(period);
      retained.add(backup);
    }
  }
  return retained;
}

function retainedBefore<Backup extends Dated>(newestFirst: Backup[], now: Date): Backup[] {
  const seen = new Set<string>();
  return newestFirst.filter(({ created, before }, index) => {
    // Rollback backups never replace each other: each is the only copy of what was written after
    // the upgrade.
    const state = before?.what === "upgrade" ? before.schema : created.toISOString();
    if (seen.has(state)) return false;
    seen.add(state);
    return index === 0 || now.getTime() - created.getTime() < BEFORE_UPGRADE_MS;
  });
}
