/**
 * Uncached pages at 64 connections: a page rendered for each request (`--no-page-cache`), and the estimate,
 * which is rendered for each request even with the page cache. Then the burst after an edit: how soon the
 * first and the last of 64 visitors get the new page. A test covers that it is rendered only once
 * (server/http/pages/tests/pages.test.ts).
 *
 * Needs `wrk` (Debian: apt-get install wrk) and a build (npm run build). Run: npm run bench:render
 * To compare with another build, in alternation: BENCH_OTHER_BUILD=/path/to/its/folder
 */
import { rm } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { benchFolder, endAll, setHeadline, signedIn, startOurs } from "../scripts/tools/server.ts";
import { renders } from "./budgets.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";
import { load, type Measured } from "./tools/wrk.ts";

const ROUNDS = 5;
const CONNECTIONS = 64;
const ESTIMATE = "/pricing?orders=300&items=2&cubic_feet=40";

const folder = await benchFolder("bench-render");
const otherBuild = process.env.BENCH_OTHER_BUILD;

/** Milliseconds from a change until the first and the last of 64 visitors get the new page. */
async function afterChange(url: string, title: string, change: () => Promise<void>) {
  await load(`${url}/`, { seconds: 1 });
  const open = readers(`${url}/`, CONNECTIONS);
  const before = await open.see();
  await change();
  const times = await open.seeOther(before);
  open.end();
  if (!(await (await fetch(url)).text()).includes(title)) throw new Error("the page is another");
  return { first: Math.min(...times), last: Math.max(...times) };
}

/**
 * Clients with persistent connections that only drain their responses, so that the measurement shows the
 * server and not this process, which shares its cores.
 */
function readers(url: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const headers = { "accept-encoding": "br" };
      get(url, { agent, headers }, (answer: IncomingMessage) => {
        buffer(answer).then(() => resolve(String(answer.headers.etag)), reject);
      }).once("error", reject);
    });
  const all = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one));

  return {
    /** The ETag of the page, which must be the same for all of them. */
    async see(): Promise<string> {
      const tags = new Set(await all(ask));
      if (tags.size !== 1) throw new Error(`${tags.size} pages in place of one`);
      return [...tags][0] as string;
    },
    /** Milliseconds until each client gets a page with a different ETag than `tag`. */
    async seeOther(tag: string): Promise<number[]> {
      const started = performance.now();
      return await all(async () => {
        while ((await ask()) === tag) await pause(1);
        return performance.now() - started;
      });
    },
    end: () => agent.destroy(),
  };
}

const servers = [
  await startOurs(folder, "uncached", { flags: ["--no-page-cache"] }),
  await startOurs(folder, "cached"),
  ...(otherBuild
    ? [await startOurs(folder, "other", { flags: ["--no-page-cache"], build: otherBuild })]
    : []),
];
const [uncached, cached, other] = servers;
try {
  const pages = { uncached: [] as Measured[], estimate: [] as Measured[], other: [] as Measured[] };
  for (const { url } of servers) await load(`${url}${ESTIMATE}`, { seconds: 2 });
  for (let round = 0; round < ROUNDS; round++) {
    pages.uncached.push(await load(`${uncached?.url}/`));
    if (other) pages.other.push(await load(`${other.url}/`));
    pages.estimate.push(await load(`${cached?.url}${ESTIMATE}`));
  }
  const firsts: number[] = [];
  const lasts: number[] = [];
  const admin = await signedIn(cached?.url ?? "");
  for (let round = 0; round < ROUNDS; round++) {
    const title = `Title number ${round}.`;
    const { first, last } = await afterChange(cached?.url ?? "", title, () =>
      setHeadline(admin, title),
    );
    firsts.push(first);
    lasts.push(last);
  }
  const rate = (measured: Measured[]) => median(measured.map((one) => one.rate));
  const p50 = (measured: Measured[]) => median(measured.map((one) => one.p50));
  report([
    {
      what: `home page rendered for each request, ${CONNECTIONS} connections`,
      measured: rate(pages.uncached),
      unit: "pages/s",
      atLeast: renders.perSecond,
    },
    {
      what: "half of those within",
      measured: p50(pages.uncached),
      unit: "ms",
      atMost: renders.p50,
    },
    { what: "an estimate, with cached rows", measured: rate(pages.estimate), unit: "pages/s" },
    {
      what: `the first of ${CONNECTIONS} visitors sees an edit`,
      measured: median(firsts),
      unit: "ms",
      atMost: renders.firstAfterEdit,
    },
    { what: "the last of them", measured: median(lasts), unit: "ms" },
    ...(other
      ? [
          {
            what: "this build, relative to the other",
            measured: rate(pages.uncached) / rate(pages.other),
          },
        ]
      : []),
  ]);
} finally {
  await endAll(servers.map(({ child }) => child));
  await rm(folder, { recursive: true, force: true });
}
