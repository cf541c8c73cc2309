import { companyZone, knownZone, wallTime } from "./company-zone.ts";

const DAY = 86_400_000;

/**
 * The instant, in milliseconds, at which the company's clock shows this; of an hour that comes twice the
 * first. One that is left out is an hour later, as PostgreSQL reads it.
 * @param wall as `wallTime` gives it
 */
export function instantOfWall(wall: string, timeZone = companyZone()): number {
  const asUtc = Date.parse(`${wall}Z`);
  const offset = (near: number) => Date.parse(`${wallTime(near, timeZone)}Z`) - near;
  // The zone's offset before and after any change of the clocks nearby.
  const [before, after] = [asUtc - DAY, asUtc + DAY].map(offset) as [number, number];
  const found = [asUtc - before, asUtc - after].filter(
    (instant) => wallTime(instant, timeZone) === wall,
  );
  return found.length > 0 ? Math.min(...found) : asUtc - before;
}

/** As people say it: "Los Angeles time". */
export const companyTimeName = (timeZone = companyZone()): string =>
  `${timeZone.replace(/^.*\//, "").replaceAll("_", " ")} time`;

/**
 * Whether it is an IANA name ("Europe/Berlin", "UTC") that this runtime knows. "EST" and "+02:00" know no daylight
 * saving, which a company has.
 */
export const isZone = (name: string): boolean =>
  /^(UTC|[A-Z]\w*(\/[\w+-]+)+)$/.test(name) && knownZone(name) === name;
