/** A moment, in UTC, as a migration is named by it. */
export const versionAt = (moment: Date): string =>
  moment.toISOString().replace(/\D/g, "").slice(0, 14);

/**
 * @param dated as 20261201093000
 * @param existing files of supabase/migrations
 * @throws when it is no date, or does not come after all that exist: databases that ran a later one would miss it
 */
export function migrationVersion(dated: string, existing: readonly string[]): string {
  if (!/^2\d{13}$/.test(dated))
    throw new Error(`"${dated}" is no date of a migration. Write it like 20261201093000.`);
  const newest = existing.toSorted().at(-1)?.slice(0, 14) ?? "";
  if (dated > newest) return dated;
  throw new Error(
    `A migration dated ${dated} would not come after the newest, ${newest}. Add: --dated ${BigInt(newest) + 1n}`,
  );
}
