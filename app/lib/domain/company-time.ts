/** Where the company's clock hangs. */
export const COMPANY_ZONE = "America/Los_Angeles";

const CLOCK = new Intl.DateTimeFormat("sv-SE", {
  timeZone: COMPANY_ZONE,
  dateStyle: "short",
  timeStyle: "short",
});
const MINUTE = new Intl.DateTimeFormat("en-US", {
  timeZone: COMPANY_ZONE,
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/**
 * What the company's clock shows at an instant, as a field of dates and times holds it:
 * "2026-11-27T08:00"; "" for none.
 */
export const companyClock = (instant: string | null | undefined): string =>
  instant ? CLOCK.format(new Date(instant)).replace(" ", "T") : "";

/**
 * What such a field holds, as an instant that PostgreSQL reads: it knows when the clocks of a zone
 * change (https://www.postgresql.org/docs/current/datatype-datetime.html). Null for "".
 */
export const companyInstant = (clock: string): string | null =>
  clock ? `${clock} ${COMPANY_ZONE}` : null;

/** "Nov 27, 2026, 8:00 AM PST" */
export const formatCompanyTime = (instant: string): string => MINUTE.format(new Date(instant));
