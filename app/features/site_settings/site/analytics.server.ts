import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { readSettings } from "../queries.ts";
import { type Analytics, readAnalytics } from "./analytics.ts";

const SCRIPTS = "https://www.googletagmanager.com";
const COLLECTORS = [
  SCRIPTS,
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/**
 * Which analytics a page loads (rule S-4), and their origins in its Content-Security-Policy
 * only then. A page that was open while they were switched on therefore loads them from the next
 * page on; switching off works at once.
 */
export async function loadAnalytics(
  server: Pick<ServerContext, "rows" | "degrade" | "deadline" | "allow">,
): Promise<Analytics> {
  const read = readSettings(server);
  const rows = await readOr(server, "the analytics settings could not be read", read, []);
  const analytics = readAnalytics(rows);
  if (analytics.ga || analytics.gtm) {
    server.allow("script-src", SCRIPTS);
    for (const origin of COLLECTORS) server.allow("connect-src", origin);
  }
  return analytics;
}
