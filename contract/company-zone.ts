/** Where the company's clock hangs. */
export const COMPANY_ZONE = "America/Los_Angeles";

/** As people say it: "Los Angeles time". */
export const COMPANY_TIME = `${COMPANY_ZONE.replace(/^.*\//, "").replaceAll("_", " ")} time`;

const MINUTE = new Intl.DateTimeFormat("en-US", {
  timeZone: COMPANY_ZONE,
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** "Nov 27, 2026, 8:00 AM PST" */
export const formatCompanyTime = (instant: string): string => MINUTE.format(new Date(instant));
