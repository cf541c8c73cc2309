/**
 * Pages that nobody kept, at 64 connections: each of the server's pages anew for each who asks
 * (`--no-page-cache`), and the estimate, which is made for its reader alone also where pages are kept. Then
 * the burst after an edit: how soon the first of 64, and the last, has the new page. That it is rendered once is
 * tested (server/http/pages/pages.test.ts).
 *
 * Needs `wrk` (Debian: apt-get install wrk) and a build (npm run build). Run: npm run bench:render
 * Another build beside this one, in turn: BENCH_BESIDE=/path/to/its/folder
 */
import { rm } from "node:fs/promises";
import { cpus } from "node:os";
import { renders } from "./budgets.ts";
import { median } from "./median.ts";
import { readers } from "./readers.ts";
import { benchFolder, signedIn, startOurs } from "./server.ts";
import { load, type Measured } from "./wrk.ts";

const ROUNDS = 5;
const CONNECTIONS = 64;
const ESTIMATE = "/pricing?orders=300&items=2&cubic_feet=40";

const folder = await benchFolder("bench-render");
const beside = process.env.BENCH_BESIDE;

/** How long after a change the first, and the last, of 64 readers has the changed page, in milliseconds. */
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

const servers = [
  await startOurs(folder, "uncached", { flags: ["--no-page-cache"] }),
  await startOurs(folder, "kept"),
  ...(beside
    ? [await startOurs(folder, "beside", { flags: ["--no-page-cache"], build: beside })]
    : []),
];
const [uncached, kept, other] = servers;
try {
  const pages = { anew: [] as Measured[], estimate: [] as Measured[], beside: [] as Measured[] };
  for (const { url } of servers) await load(`${url}${ESTIMATE}`, { seconds: 2 });
  for (let round = 0; round < ROUNDS; round++) {
    pages.anew.push(await load(`${uncached?.url}/`));
    if (other) pages.beside.push(await load(`${other.url}/`));
    pages.estimate.push(await load(`${kept?.url}${ESTIMATE}`));
  }
  const firsts: number[] = [];
  const lasts: number[] = [];
  const admin = await signedIn(kept?.url ?? "");
  for (let round = 0; round < ROUNDS; round++) {
    const title = `Title number ${round}.`;
    const { first, last } = await afterChange(kept?.url ?? "", title, async () => {
      const { error } = await admin
        .from("site_content")
        .update({ content_value: title })
        .match({ page_name: "home", section_name: "hero", content_key: "title" });
      if (error) throw error;
    });
    firsts.push(first);
    lasts.push(last);
  }
  const rate = (measured: Measured[]) => Math.round(median(measured.map((one) => one.rate)));
  const p50 = (measured: Measured[]) => Math.round(median(measured.map((one) => one.p50)));
  const say = (what: string, measured: Measured[]) =>
    console.log(`${what.padEnd(34)} ${rate(measured)} pages/s, p50 ${p50(measured)} ms`);
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.versions.node}`);
  say("home, made for each who asks", pages.anew);
  say("an estimate, its rows kept", pages.estimate);
  if (other) {
    say("home, the build beside", pages.beside);
    console.log(`ratio to it${(rate(pages.anew) / rate(pages.beside)).toFixed(2).padStart(27)}`);
  }
  console.log(
    `after an edit: first ${median(firsts).toFixed(0)} ms, all ${median(lasts).toFixed(0)} ms`,
  );
  const inTime = median(firsts) <= renders.firstAfterEdit;
  if (rate(pages.anew) < renders.perSecond || p50(pages.anew) > renders.p50 || !inTime)
    process.exitCode = 1;
} finally {
  for (const { child } of servers) child.kill("SIGTERM");
  await Promise.all(
    servers.map(({ child }) => new Promise((resolve) => child.once("exit", resolve))),
  );
  await rm(folder, { recursive: true, force: true });
}
