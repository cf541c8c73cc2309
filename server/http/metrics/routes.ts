const PREFIXES = [
  ...["/auth/v1/", "/rest/v1/", "/storage/v1/", "/functions/v1/"],
  ...["/assets/", "/preview/", "/unsubscribe/", "/admin/"],
];
const OWN = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * What a request is counted under: the address of a page that the app has, or a pattern. A stranger chooses
 * paths, and never one of these.
 * @param addresses of all pages
 */
export function routeOf(path: string, addresses: ReadonlySet<string>): string {
  if (addresses.has(path) || OWN.has(path)) return path;
  // What the browser asks of a page to go there without a reload.
  const page = path.endsWith(".data") ? path.slice(0, -".data".length) : "";
  if (addresses.has(page)) return page;
  const prefix = PREFIXES.find((each) => path.startsWith(each));
  return prefix ? `${prefix}*` : "other";
}
