/** The three-way merge of two edits, by field. */
export interface Merged<Draft> {
  /** my value for fields I changed, theirs for the rest */
  merged: Draft;
  /** fields both changed to different values: the user has to choose */
  conflicts: (keyof Draft & string)[];
  /** fields that only they changed */
  taken: (keyof Draft & string)[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges an edit with a concurrent change by someone else.
 * @param base the version the edit is based on
 * @param mine the edit
 * @param theirs the version stored now
 */
export function mergeVersions<Draft extends object>(
  base: Draft,
  mine: Draft,
  theirs: Draft,
): Merged<Draft> {
  const outcome: Merged<Draft> = { merged: { ...mine }, conflicts: [], taken: [] };
  for (const name of Object.keys(mine) as (keyof Draft & string)[]) {
    if (same(theirs[name], base[name]) || same(theirs[name], mine[name])) continue;
    if (same(mine[name], base[name])) {
      outcome.merged[name] = theirs[name];
      outcome.taken.push(name);
    } else outcome.conflicts.push(name);
  }
  return outcome;
}
