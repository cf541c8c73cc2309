import type { Sql } from "#server/backend/postgres/connection.ts";

/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The time for rows and forms. The database and the built server use the machine's clock, so tests do too.
 * Times compared with it are a minute or more away.
 */
// Not injected: The database and the built server use the machine's clock; tests use times relative to it.
export const now = () => new Date();

/** The time this many milliseconds from now; negative values are in the past. */
export const fromNow = (ms: number) => new Date(now().getTime() + ms);

/** Three hours apart, and their clocks never change. */
const ZONES = [
  "Pacific/Honolulu",
  "America/Phoenix",
  "America/Puerto_Rico",
  "Atlantic/Cape_Verde",
  "Africa/Johannesburg",
  "Asia/Karachi",
  "Asia/Singapore",
  "Pacific/Guadalcanal",
];

/** Moves the company to where it is about noon, so that no day, week or month begins while a test counts them. */
export const moveToNoon = (sql: Sql) => sql`
  insert into site_settings (setting_key, setting_value)
  select 'time_zone', name from unnest(${ZONES}::text[]) as name
  order by abs(extract(epoch from (now() at time zone name)::time - time '12:00')) limit 1
  on conflict (setting_key) do update set setting_value = excluded.setting_value`;
