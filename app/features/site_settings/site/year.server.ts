import type { ServerContext } from "#contract/render-context.ts";
import { knownZone, wallTime } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import { siteSettings } from "./settings.ts";

/** The year in the company's time zone. A cached page is rendered again when the next one begins. */
export async function loadYear(server: ServerContext, now = new Date()): Promise<number> {
  const zone = knownZone((await siteSettings(server)).time_zone);
  const year = Number(wallTime(now, zone).slice(0, 4));
  server.renewAt(new Date(instantOfWall(`${year + 1}-01-01T00:00`, zone)));
  return year;
}
