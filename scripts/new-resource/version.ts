/** A moment, in UTC, as a migration is named by it. */
export const versionAt = (moment: Date): string =>
  moment.toISOString().replace(/\D/g, "").slice(0, 14);

/**
 * @param dated as 20261201093000; left out: now, or right after the newest if that is ahead of the clock
 * @param existing files of supabase/migrations
 * @throws when it is no date, or does not come after all that exist: databases that ran a later one would miss it
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
