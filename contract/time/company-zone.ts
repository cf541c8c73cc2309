/** The company's time zone when its settings have none that this runtime knows. */
export const DEFAULT_ZONE = "America/Los_Angeles";

/** The zone in the settings, or the default. */
export function knownZone(name: unknown): string {
  try {
    const timeZone = String(name);
    return new Intl.DateTimeFormat("en-US", { timeZone }) && timeZone;
  } catch {
    return DEFAULT_ZONE;
  }
}

let zone = DEFAULT_ZONE;

/** The time zone of this admin's company. The server asks the database instead. */
export const companyZone = (): string => zone;

/** Called once the settings are loaded, and when they change. */
export function setCompanyZone(name: unknown): void {
  zone = knownZone(name);
}

/** Caches one format per zone, because creating one costs more than using it. */
export function zonedFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (time: string | number | Date, timeZone = zone): string => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, format);
    return format.format(new Date(time));
  };
}

/** "Nov 27, 2026, 8:00 AM PST" */
export const formatCompanyTime = zonedFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

const WALL = zonedFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });

/** The company's local time at an instant: "2026-11-27T08:00". */
export const wallTime = (time: string | number | Date, timeZone = zone): string =>
  WALL(time, timeZone).replace(" ", "T");
