import { companyZone, knownZone, wallTime } from "./company-zone.ts";

const DAY = 86_400_000;

/**
 * The instant, in milliseconds, of a local time at the company. A repeated hour means its first
 * occurrence. A skipped one moves an hour later, like in PostgreSQL.
 * @param wall in the format of `wallTime`
 */
export function instantOfWall(wall: string, timeZone = companyZone()): number {
  const asUtc = Date.parse(`${wall}Z`);
  const offset = (near: number) => Date.parse(`${wallTime(near, timeZone)}Z`) - near;
  // The zone's offsets before and after any nearby DST change.
  const [before, after] = [asUtc - DAY, asUtc + DAY].map(offset) as [number, number];
  const found = [asUtc - before, asUtc - after].filter(
    (instant) => wallTime(instant, timeZone) === wall,
  );
  return found.length > 0 ? Math.min(...found) : asUtc - before;
}

/**
 * Whether it is an IANA name ("Europe/Berlin", "UTC") that this runtime knows. "EST" and "+02:00" are
 * refused, because they have no daylight saving time.
 */
export const isZone = (name: string): boolean =>
  /^(UTC|[A-Z]\w*(\/[\w+-]+)+)$/.test(name) && knownZone(name) === name;
