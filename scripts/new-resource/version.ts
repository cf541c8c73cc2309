/** A UTC time in the form of a migration version. */
export const versionAt = (moment: Date): string =>
  moment.toISOString().replace(/\D/g, "").slice(0, 14);

/**
 * @param dated such as 20261201093000; default: now, or right after the newest if that is ahead of the clock
 * @param existing files of supabase/migrations
 * @throws when it is not a date, or not after all existing ones: databases that ran a later one would skip it
 */
export function migrationVersion(
  dated: string | undefined,
  existing: readonly string[],
  now = new Date(),
): string {
  if (dated !== undefined && !/^2\d{13}$/.test(dated))
    throw new Error(`"${dated}" is no date of a migration. Write it like 20261201093000.`);
  const newest = existing.toSorted().at(-1)?.slice(0, 14) ?? "";
  const wanted = dated ?? versionAt(now);
  if (wanted > newest) return wanted;
  const next = versionAt(new Date(momentOf(newest).getTime() + 1000));
  if (dated === undefined) return next;
  throw new Error(
    `A migration dated ${dated} would not come after the newest, ${newest}. Add: --dated ${next}`,
  );
}

const momentOf = (version: string) =>
  new Date(version.replace(/^(.{4})(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z"));
