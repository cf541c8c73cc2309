import type { Backups } from "#app/lib/data/database.types.ts";

const OVERDUE_MS = 26 * 60 * 60_000;

/** Whether scheduled backups are on, but the last verified one is too old. */
export const isOverdue = ({ at, since, last_proved }: Backups, now: number): boolean =>
  at !== null && now - Date.parse(last_proved?.ended_at ?? since) > OVERDUE_MS;
