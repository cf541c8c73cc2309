import { mergeSettings } from "#app/content/index.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { readSettings } from "../queries.ts";
import { type Analytics, asksConsent, readAnalytics } from "./analytics.ts";

const SCRIPTS = "https://www.googletagmanager.com";
const COLLECTORS = [
  SCRIPTS,
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/**
 * The analytics a page loads (rule S-4); only then does its Content-Security-Policy allow their
 * origins. Where visitors are asked, that is after they allowed it. An open page loads newly enabled ones
 * with the next page; disabling works at once.
 */
export async function loadAnalytics(
  server: Pick<ServerContext, "rows" | "degrade" | "deadline" | "allow" | "allowsAnalytics">,
): Promise<Analytics> {
  const read = readSettings(server);
  const rows = await readOr(server, "the analytics settings could not be read", read, []);
  if (asksConsent(mergeSettings(rows)) && !server.allowsAnalytics) return { ga: "", gtm: "" };
  const analytics = readAnalytics(rows);
  if (analytics.ga || analytics.gtm) {
    server.allow("script-src", SCRIPTS);
    for (const origin of COLLECTORS) server.allow("connect-src", origin);
  }
  return analytics;
}
