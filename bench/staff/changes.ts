/**
 * How soon visitors see edits: median ms from a committed change to the cached page that shows it, polled
 * every 5 ms; and how long a page takes when its remote backend is unreachable and it falls back to the
 * built-in texts. Compared with the budget (bench/budgets.ts).
 *
 * Needs a build (npm run build). Run: npm run bench:changes
 */
import { setTimeout as pause } from "node:timers/promises";
import { startTestCluster } from "#tests/support/cluster.ts";
import { startSite } from "#tests/support/site.ts";
import { changeTime } from "../budgets.ts";
import { reportTimes } from "../tools/report.ts";
import { timed } from "../tools/timing.ts";

const ROUNDS = 20;

const read = async (url: string) => (await fetch(url)).text();

const cluster = await startTestCluster();
const site = await startSite(cluster.url);
const alone = await startSite(cluster.url, {
  DATABASE_URL: "",
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_none",
});
try {
  const changed: number[] = [];
  const away: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const title = `Title number ${round}.`;
    await read(site.url);
    await site.sql`
      update site_content set content_value = ${title}
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
    changed.push(
      await timed(async () => {
        while (!(await read(site.url)).includes(title)) await pause(5);
      }),
    );
    away.push(await timed(() => read(`${alone.url}/pricing`)));
  }
  reportTimes({ "a changed word": changed, "a page without its backend": away }, changeTime);
} finally {
  await alone.stop();
  await site.stop();
  await cluster.stop();
}
