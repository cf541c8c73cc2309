/**
 * One, two and four WORKERS on one machine: cached pages, uncached pages and messages relative to one, and the
 * memory of each. With only as many cores as workers there is little to gain.
 *
 * Needs `wrk` (Debian: apt-get install wrk) and a build (npm run build). Run: npm run bench:workers
 */
import { readFile, rm } from "node:fs/promises";
import { createTestDatabase, startTestCluster } from "#tests/support/cluster.ts";
import { benchFolder, endAll, keyOf, startOurs } from "../scripts/tools/server.ts";
import { type Row, report } from "./tools/report.ts";
import { sendFor } from "./tools/send-messages.ts";
import { median } from "./tools/timing.ts";
import { load } from "./tools/wrk.ts";

const COUNTS = [1, 2, 4];
const ROUNDS = 3;
const CONNECTIONS = 64;
const VISITORS = 16;
const SECONDS = 4;
/** Rendered for each request, even when the page cache is on. */
const ESTIMATE = "/pricing?orders=300&items=2&cubic_feet=40";

const folder = await benchFolder("bench-workers");
const cluster = await startTestCluster({ durable: true });

/** Responses per second. */
const rateOf = async (url: string) =>
  (await load(url, { connections: CONNECTIONS, seconds: SECONDS })).rate;

/** The memory of a process without what it shares with others, in MB. */
async function ownMemory(pid: number): Promise<number> {
  const sums = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(sums)?.[1]) / 1024;
}

async function measure(count: number) {
  const settings = { DATABASE_URL: await createTestDatabase(cluster.url), WORKERS: String(count) };
  const { url, child } = await startOurs(folder, String(count), { settings });
  try {
    const key = await keyOf(url);
    await rateOf(url);
    await rateOf(url + ESTIMATE);
    const rates = { cached: [] as number[], rendered: [] as number[], messages: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.cached.push(await rateOf(url));
      rates.rendered.push(await rateOf(url + ESTIMATE));
      rates.messages.push((await sendFor(SECONDS, VISITORS, [url], key)).length / SECONDS);
    }
    const pid = child.pid as number;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    const memory = await Promise.all(
      children.trim().split(" ").filter(Boolean).map(Number).map(ownMemory),
    );
    return {
      cached: median(rates.cached),
      rendered: median(rates.rendered),
      messages: median(rates.messages),
      first: await ownMemory(pid),
      worker: memory.length > 0 ? median(memory) : Number.NaN,
    };
  } finally {
    await endAll([child]);
  }
}

try {
  const alone = await measure(1);
  const rows: Row[] = [
    { what: "one worker: cached pages", measured: alone.cached, unit: "pages/s" },
    { what: "one worker: uncached pages", measured: alone.rendered, unit: "pages/s" },
    { what: "one worker: messages stored", measured: alone.messages, unit: "messages/s" },
  ];
  for (const count of COUNTS.slice(1)) {
    const { cached, rendered, messages, first, worker } = await measure(count);
    rows.push(
      { what: `${count} workers: cached pages, of one's`, measured: cached / alone.cached },
      { what: `${count} workers: uncached pages, of one's`, measured: rendered / alone.rendered },
      { what: `${count} workers: messages, of one's`, measured: messages / alone.messages },
      { what: `${count} workers: memory of each, after load`, measured: worker, unit: "MB" },
      { what: "memory of the process that started them", measured: first, unit: "MB" },
    );
  }
  report(rows);
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
