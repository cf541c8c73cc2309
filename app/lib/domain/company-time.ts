import { companyZone, wallTime } from "#contract/time/company-zone.ts";

/**
 * An instant in the company's local time, for a datetime field: "2026-11-27T08:00"; "" for none.
 */
export const companyClock = (instant: string | null | undefined): string =>
  instant ? wallTime(instant) : "";

/**
 * A datetime field's value as an instant for PostgreSQL, which knows each zone's DST rules
 * (https://www.postgresql.org/docs/current/datatype-datetime.html). Null for "".
 */
export const companyInstant = (clock: string): string | null =>
  clock ? `${clock} ${companyZone()}` : null;
