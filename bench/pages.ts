/**
 * Requests per second of the built home page from this server and of the same bytes from one nginx
 * worker, alternating in one run, wrk with one thread; then 304s, and with the shipped nginx.conf's cache in
 * front. Only the ratios mean anything: all numbers are of the machine it runs on.
 *
 * Needs `nginx` and `wrk` (Debian: apt-get install nginx-light wrk) and a build (npm run build).
 * Run: npm run bench:pages
 */
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { cpus } from "node:os";
import { median } from "./median.ts";
import { settledPage, startInFront, startNginx } from "./nginx.ts";
import { benchFolder, startOurs } from "./server.ts";
import { load } from "./wrk.ts";

const ROUNDS = 5;
const CONNECTIONS = 64;

const folder = await benchFolder("bench-pages");

/** Requests per second. */
const measure = async (url: string, ...headers: string[]) =>
  (await load(`${url}/`, { connections: CONNECTIONS, headers })).rate;

const whole = (value: number) => Math.round(value).toLocaleString("en-US");

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

  const ratio = median(rates.ours) / median(rates.nginx);
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.versions.node}`);
  console.log(
    `home page, ${page.length} bytes of brotli, ${CONNECTIONS} connections, median of ${ROUNDS}`,
  );
  console.log(`nginx, one worker        ${whole(median(rates.nginx))} requests/s`);
  console.log(`this server, all headers ${whole(median(rates.ours))} requests/s`);
  console.log(`ratio                    ${ratio.toFixed(2)} (at least 0.50)`);
  const held = median(rates.inFront);
  console.log(`nginx's cache in front   ${whole(held)} requests/s`);
  console.log(`ratio                    ${(held / median(rates.nginx)).toFixed(2)}`);
  console.log(`304 not modified         ${whole(notModified)} requests/s`);
  process.exitCode = ratio >= 0.5 ? 0 : 1;
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
  await rm(folder, { recursive: true, force: true });
}
