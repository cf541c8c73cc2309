/** Three versions of one thing, field by field, laid together. */
export interface Merged<Draft> {
  /** mine where I changed a field, theirs everywhere else */
  merged: Draft;
  /** both changed them, to different values: only a person can choose */
  conflicts: (keyof Draft & string)[];
  /** only they changed them */
  taken: (keyof Draft & string)[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What becomes of an edit whose row someone else changed meanwhile.
 * @param base the version that the edit began from
 * @param mine the edit
 * @param theirs the version that is stored now
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
