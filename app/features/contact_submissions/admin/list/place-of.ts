/**
 * Where a row stands among the listed ones, or would: behind the last of those that stood before it and are
 * still there. Others may have gone, or come, at the same time.
 * @param seen the rows among which it stood last
 */
export function placeOf(id: string, ids: readonly string[], seen: readonly string[]): number {
  const listed = ids.indexOf(id);
  if (listed >= 0) return listed;
  const at = seen.indexOf(id);
  const before = seen.slice(0, at + 1).findLast((other) => ids.includes(other));
  if (before) return ids.indexOf(before) + 1;
  return Math.max(
    ids.findIndex((other) => seen.indexOf(other) > at),
    0,
  );
}
