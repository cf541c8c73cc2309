import { companyZone, wallTime } from "#contract/company-zone.ts";

/**
 * What the company's clock shows at an instant, as a field of dates and times holds it:
 * "2026-11-27T08:00"; "" for none.
 */
export const companyClock = (instant: string | null | undefined): string =>
  instant ? wallTime(instant) : "";

/**
 * What such a field holds, as an instant that PostgreSQL reads: it knows when the clocks of a zone
 * change (https://www.postgresql.org/docs/current/datatype-datetime.html). Null for "".
 */
export const companyInstant = (clock: string): string | null =>
  clock ? `${clock} ${companyZone()}` : null;
