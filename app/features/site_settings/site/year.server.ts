import { mergeSettings } from "#app/content/index.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { knownZone, wallTime } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import { readSettings } from "../queries.ts";

/** The year in the company's time zone. A cached page is rendered again when the next one begins. */
export async function loadYear(
  server: Pick<ServerContext, "rows" | "degrade" | "deadline" | "renewAt">,
  now = new Date(),
): Promise<number> {
  const what = "the time zone could not be read";
  const settings = mergeSettings(await readOr(server, what, readSettings(server), []));
  const zone = knownZone(settings.time_zone);
  const year = Number(wallTime(now, zone).slice(0, 4));
  server.renewAt(new Date(instantOfWall(`${year + 1}-01-01T00:00`, zone)));
  return year;
}
