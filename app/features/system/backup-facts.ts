import type { Backups } from "#app/lib/data/database.types.ts";
import type { Trouble } from "./troubles.ts";

const OVERDUE_MS = 26 * 60 * 60_000;

/** Whether scheduled backups are on, but the last verified one is too old. */
export const isOverdue = ({ at, since, last_proved }: Backups, now: number): boolean =>
  at !== null && now - Date.parse(last_proved?.ended_at ?? since) > OVERDUE_MS;

/** Former admins who have downloaded a backup. */
export const leftWithBackup = ({ keys }: Backups): Trouble[] =>
  keys.former_admins.map((name) => ({
    what: `${name} downloaded a backup and is no longer an admin.`,
    fix: "Select Create new keys: everyone has to sign in again, and links stop working. The downloaded file can't be revoked.",
  }));
