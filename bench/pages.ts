/**
 * Requests per second of the built home page from this server and of the same bytes from one nginx
 * worker, alternating in one run; then uncached renders, and 304s. Only the ratio means anything:
 * both numbers are of the machine it runs on.
 *
 * Needs `nginx` and `wrk` (Debian: apt-get install nginx-light wrk) and a build (npm run build).
 * Run: npm run bench:pages
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "./median.ts";
import { benchFolder, freePort, startOurs } from "./server.ts";

const run = promisify(execFile);
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 64;

const folder = await benchFolder("bench-pages");

/** One nginx worker that serves `page` as it is, with nothing to compute and no log. */
async function startNginx(page: Buffer) {
  const port = await freePort();
  const root = join(folder, "nginx");
  await mkdir(root);
  await writeFile(join(root, "index.html"), page);
  const config = join(folder, "nginx.conf");
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log /dev/null;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       default_type "text/html; charset=utf-8";
       server { listen 127.0.0.1:${port}; root ${root}; index index.html;
         location / { add_header Content-Encoding br; } } }`,
  );
  const child = spawn("nginx", ["-c", config, "-p", folder], { stdio: "ignore" });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Requests per second over `SECONDS`. @throws when any answer was an error */
async function measure(url: string, ...headers: string[]): Promise<number> {
  const { stdout } = await run("wrk", [
    "--threads=2",
    `--connections=${CONNECTIONS}`,
    `--duration=${SECONDS}s`,
    ...headers.flatMap((header) => ["--header", header]),
    `${url}/`,
  ]);
  if (/Non-2xx or 3xx/.test(stdout)) throw new Error(`errors under load:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const whole = (value: number) => Math.round(value).toLocaleString("en-US");

const ours = await startOurs(folder, "cached");
const children: ChildProcess[] = [ours.child];
try {
  const br = { headers: { "accept-encoding": "br" } };
  await fetch(ours.url, br);
  // The best compression follows the first answer by some milliseconds: wait until it has settled.
  let etag = "";
  let size = 0;
  for (let same = 0; same < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await fetch(ours.url, br);
    etag = answer.headers.get("etag") ?? "";
    const length = Number(answer.headers.get("content-length"));
    same = length === size ? same + 1 : 0;
    size = length;
    await answer.arrayBuffer();
  }
  const { stdout } = await run("curl", ["-s", "-H", "Accept-Encoding: br", `${ours.url}/`], {
    encoding: "buffer",
  });
  const nginx = await startNginx(stdout);
  children.push(nginx.child);
  await new Promise((resolve) => setTimeout(resolve, 300));

  const rates = { ours: [] as number[], nginx: [] as number[] };
  const accept = "Accept-Encoding: br";
  await measure(ours.url, accept);
  for (let round = 0; round < ROUNDS; round++) {
    rates.nginx.push(await measure(nginx.url, accept));
    rates.ours.push(await measure(ours.url, accept));
  }
  const notModified = await measure(ours.url, accept, `If-None-Match: ${etag}`);
  const uncached = await startOurs(folder, "uncached", "--no-page-cache");
  children.push(uncached.child);
  const rendered = await measure(uncached.url, accept);

  const ratio = median(rates.ours) / median(rates.nginx);
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.versions.node}`);
  console.log(
    `home page, ${stdout.length} bytes of brotli, ${CONNECTIONS} connections, median of ${ROUNDS}`,
  );
  console.log(`nginx, one worker        ${whole(median(rates.nginx))} requests/s`);
  console.log(`this server, all headers ${whole(median(rates.ours))} requests/s`);
  console.log(`ratio                    ${ratio.toFixed(2)} (at least 0.55)`);
  console.log(`304 not modified         ${whole(notModified)} requests/s`);
  console.log(`rendered each time       ${whole(rendered)} requests/s`);
  process.exitCode = ratio >= 0.55 ? 0 : 1;
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
  await rm(folder, { recursive: true, force: true });
}
