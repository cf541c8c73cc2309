/** Whether the page depends on its query; then it is rendered for this request alone. */
export function isAsked(
  queries: ReadonlyMap<string, readonly string[]>,
  path: string,
  search: string,
): boolean {
  const names = queries.get(path);
  if (!names || !search) return false;
  const query = new URLSearchParams(search);
  return names.some((name) => query.has(name));
}
