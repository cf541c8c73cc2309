/**
 * Requests per second for the built home page from this server, and for the same bytes from one nginx worker,
 * alternating within one run, using wrk with one thread. Then 304s, and the shipped nginx.conf's cache in
 * front. Only the ratios mean anything: absolute numbers depend on the machine.
 *
 * Needs `nginx` and `wrk` (Debian: apt-get install nginx-light wrk) and a build (npm run build).
 * Run: npm run bench:pages
 */
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { benchFolder, endAll, startOurs } from "../scripts/tools/server.ts";
import { steady } from "./budgets.ts";
import { settledPage, startInFront, startNginx } from "./tools/nginx.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";
import { load } from "./tools/wrk.ts";

const ROUNDS = 5;
const CONNECTIONS = 64;

const folder = await benchFolder("bench-pages");

/** Requests per second. */
const measure = async (url: string, ...headers: string[]) =>
  (await load(`${url}/`, { connections: CONNECTIONS, headers })).rate;

const ours = await startOurs(folder, "cached");
const children: ChildProcess[] = [ours.child];
try {
  const { page, etag } = await settledPage(ours.url);
  const nginx = await startNginx(folder, page);
  const inFront = await startInFront(folder, ours.url);
  children.push(nginx.child, inFront.child);

  const rates = { ours: [] as number[], nginx: [] as number[], inFront: [] as number[] };
  await measure(ours.url);
  for (let round = 0; round < ROUNDS; round++) {
    rates.nginx.push(await measure(nginx.url));
    rates.ours.push(await measure(ours.url));
    rates.inFront.push(await measure(inFront.url));
  }
  const notModified = await measure(ours.url, `If-None-Match: ${etag}`);

  const ofNginx = (rate: number) => rate / median(rates.nginx);
  report([
    {
      what: `home page of ${page.length} bytes, one nginx worker`,
      measured: median(rates.nginx),
      unit: "requests/s",
    },
    {
      what: "cached by this server, with all headers, of that",
      measured: ofNginx(median(rates.ours)),
      atLeast: steady.toNginx,
    },
    {
      what: "behind deploy/nginx.conf with its cache, of that",
      measured: ofNginx(median(rates.inFront)),
    },
    { what: "304 not modified, of that", measured: ofNginx(notModified) },
  ]);
} finally {
  await endAll(children);
  await rm(folder, { recursive: true, force: true });
}
