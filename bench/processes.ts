/**
 * One, two and four processes on one PostgreSQL: cached pages, uncached pages, and messages, relative to one
 * process. With only as many cores as processes there is nothing to gain: the table then shows the overhead.
 *
 * Needs `wrk` (Debian: apt-get install wrk) and a build (npm run build). Run: npm run bench:processes
 */
import { rm } from "node:fs/promises";
import { createTestDatabase, startTestCluster } from "#tests/support/cluster.ts";
import { benchFolder, endAll, startOurs } from "../scripts/tools/server.ts";
import { median } from "./tools/median.ts";
import { type Row, report } from "./tools/report.ts";
import { keyOf, sendFor } from "./tools/send-messages.ts";
import { load } from "./tools/wrk.ts";

const COUNTS = [1, 2, 4];
const ROUNDS = 3;
const CONNECTIONS = 64;
const VISITORS = 16;
const SECONDS = 4;
/** Rendered for each request, even when the page cache is on. */
const ESTIMATE = "/pricing?orders=300&items=2&cubic_feet=40";

const folder = await benchFolder("bench-processes");
const cluster = await startTestCluster({ durable: true });

/** Responses per second of all processes combined. */
async function together(urls: readonly string[], path: string): Promise<number> {
  const connections = CONNECTIONS / urls.length;
  const all = urls.map((url) => load(url + path, { connections, seconds: SECONDS }));
  return (await Promise.all(all)).reduce((sum, { rate }) => sum + rate, 0);
}

async function measure(count: number) {
  const settings = { DATABASE_URL: await createTestDatabase(cluster.url) };
  const servers = [];
  for (let number = 0; number < count; number++)
    servers.push(await startOurs(folder, String(count), { settings }));
  const urls = servers.map(({ url }) => url);
  try {
    const key = await keyOf(urls[0] ?? "");
    await together(urls, "/");
    await together(urls, ESTIMATE);
    const rates = { cached: [] as number[], rendered: [] as number[], messages: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.cached.push(await together(urls, "/"));
      rates.rendered.push(await together(urls, ESTIMATE));
      rates.messages.push((await sendFor(SECONDS, VISITORS, urls, key)).length / SECONDS);
    }
    return {
      cached: median(rates.cached),
      rendered: median(rates.rendered),
      messages: median(rates.messages),
    };
  } finally {
    await endAll(servers.map(({ child }) => child));
  }
}

try {
  const alone = await measure(1);
  const rows: Row[] = [
    { what: "one process: cached pages", measured: alone.cached, unit: "pages/s" },
    { what: "one process: uncached pages", measured: alone.rendered, unit: "pages/s" },
    { what: "one process: messages stored", measured: alone.messages, unit: "messages/s" },
  ];
  for (const count of COUNTS.slice(1)) {
    const { cached, rendered, messages } = await measure(count);
    rows.push(
      { what: `${count} processes: cached pages, of one's`, measured: cached / alone.cached },
      { what: `${count} processes: uncached pages, of one's`, measured: rendered / alone.rendered },
      { what: `${count} processes: messages, of one's`, measured: messages / alone.messages },
    );
  }
  report(rows);
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
