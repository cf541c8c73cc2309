/**
 * How much clients that stop reading affect others: 500 connections request the largest responses visitors
 * can get (a preview of almost 4 MB, a list of 1 MB, the largest page, script and file) and read nothing. A
 * closed connection is reopened and requests again. First all connections use one address, then every four
 * share an address, then all pipeline thirty requests at a time. Meanwhile another client reads a page and a
 * table. Rate limits are on.
 *
 * BENCH_BUILD: the folder of another build to measure instead of this one.
 * Needs a build (npm run build). Run: npm run bench:slow-readers
 */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { databaseOf, keyOf, memoryOf, openOurs, signedIn } from "../scripts/tools/server.ts";
import { slowReaders } from "./budgets.ts";
import { type Row, report } from "./tools/report.ts";
import { median, p95 } from "./tools/timing.ts";

const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 500);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);

/** The period in which all connections send their first requests. */
const FIRST_MS = 5_000;

const build = process.env.BENCH_BUILD;
// One proxy is trusted, so that each client can have a different address.
const settings = { RATE_LIMITS: "on", TRUST_PROXY: "1", LOG_LEVEL: "error" };
await using site = await openOurs("bench-slow-readers", { settings, build });
const { child, url, dataDir } = site;
const { port } = new URL(url);

/** The address and the number of pipelined requests of each connection that reads nothing. */
const CROWDS: Record<string, (number: number) => { address: string; times: number }> = {
  "one address": () => ({ address: "192.0.2.1", times: 1 }),
  "125 addresses": (number) => ({ address: `192.0.2.${number % 125}`, times: 1 }),
  "125 addresses, 30 questions at a time": (number) => ({
    address: `192.0.2.${number % 125}`,
    times: 30,
  }),
};

const admin = await signedIn(url);
const sql = await databaseOf(dataDir);
await sql`insert into testimonials (quote, author_name)
  select repeat('Fine boxes. ', 80), 'Ann' from generate_series(1, 900)`;
const made = await admin.rpc("set_create", { name: "Large" }).throwOnError();
const of_set = made.data.id;
await sql`insert into change_set_items (set_id, table_name, row_id, operation, prepared)
  select ${of_set}, 'faq_items', gen_random_uuid(), 'INSERT', jsonb_build_object(
    'question', 'Which?', 'answer', repeat('Fine boxes. ', 340), 'is_active', true) from generate_series(1, 900)`;
const link = await admin.rpc("preview_link_create", { of_set }).throwOnError();
await sql.end();
const large = Buffer.alloc(40 * 1024 * 1024);
large.write("%PDF-1.7\n");
const { error } = await admin.storage
  .from("media")
  .upload("uploads/large.pdf", large, { contentType: "application/pdf" });
if (error) throw error;
const page = await (await fetch(`${url}/admin/login`)).text();
const apikey = await keyOf(url);
const scripts = [...page.matchAll(/\/assets\/[\w./-]+\.js/g)].map(([path]) => path);

const token = JSON.stringify({ token: link.data.token });
const preview = await fetch(`${url}/rest/v1/rpc/preview_link_open`, {
  method: "POST",
  headers: { apikey, "content-type": "application/json" },
  body: token,
});
const { byteLength } = await preview.arrayBuffer();
if (!preview.ok || byteLength < 3_500_000)
  throw new Error(`The preview answers ${preview.status} with ${byteLength} bytes.`);
const head = (method: string, path: string, from: string, more = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${apikey}\r\nX-Forwarded-For: ${from}\r\n${more}\r\n`;
const questions = (from: string) => [
  head(
    "POST",
    "/rest/v1/rpc/preview_link_open",
    from,
    `content-type: application/json\r\ncontent-length: ${token.length}\r\n`,
  ) + token,
  head("GET", "/rest/v1/testimonials?select=id,quote", from),
  head("GET", "/", from),
  head("GET", scripts[0] ?? "/", from),
  head("GET", "/storage/v1/object/public/media/uploads/large.pdf", from),
];

/** Keeps the connections requesting without reading. Returns a function that stops them. */
function crowd(who: (typeof CROWDS)[string]) {
  const open = new Set<Socket>();
  let ended = false;
  function ask(number: number) {
    if (ended) return;
    const { address, times } = who(number);
    const socket = connect(Number(port), "localhost").pause();
    open.add(socket);
    const all = questions(address);
    socket.on("error", () => {});
    socket.on("connect", () => socket.write(String(all[number % all.length]).repeat(times)));
    // A paused socket emits no `end`; `reopen` checks its state instead.
    socket.on("close", () => open.delete(socket));
  }
  for (let number = 0; number < CONNECTIONS; number += 1) ask(number);
  let next = CONNECTIONS;
  const reopen = setInterval(() => {
    for (const socket of open)
      if (socket.readyState !== "open" && !socket.connecting) socket.destroy();
    while (open.size < CONNECTIONS) ask(next++);
  }, 1_000);
  return () => {
    ended = true;
    clearInterval(reopen);
    for (const socket of open) socket.destroy();
  };
}

/** Also false for a connection that closes between two requests. */
async function succeeds(address: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const answer = await fetch(address, { headers });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

let others = 0;
/** Another client's response times over `seconds`, in ms; a failed read counts as Infinity. */
async function otherReads(seconds: number) {
  const times = { page: [] as number[], table: [] as number[] };
  /** page and table reads that started in the first seconds */
  const first: number[] = [];
  let memory = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  // A new address each time, and slowly enough that the client doesn't hit its own rate limit.
  others += 1;
  const headers = { apikey, "x-forwarded-for": `198.51.100.${others}` };
  while (performance.now() < end) {
    for (const [what, path] of [
      ["page", "/services"],
      ["table", "/rest/v1/services?select=title"],
    ] as const) {
      const started = performance.now();
      const ok = await succeeds(url + path, headers);
      const took = ok ? performance.now() - started : Number.POSITIVE_INFINITY;
      times[what].push(took);
      if (started - start < FIRST_MS) first.push(took);
    }
    memory = Math.max(memory, await memoryOf(child));
    await pause(50);
  }
  return { times, first, memory };
}

await otherReads(3);
const alone = await otherReads(5);
const rows: Row[] = [{ what: "memory before", measured: alone.memory, unit: "MB" }];
for (const [name, who] of Object.entries(CROWDS)) {
  const end = crowd(who);
  const { times, first, memory } = await otherReads(SECONDS);
  end();
  rows.push(
    {
      what: `memory while ${CONNECTIONS} of ${name} read nothing`,
      measured: memory,
      unit: "MB",
      atMost: slowReaders.memory,
    },
    ...(["page", "table"] as const).map((what) => ({
      what: `somebody else's ${what} meanwhile, of the time it takes alone`,
      measured: median(times[what]) / median(alone.times[what]),
      atMost: slowReaders.toAlone,
    })),
    {
      what: "p95 of somebody else's in the first five seconds",
      unit: "ms",
      measured: p95(first),
      atMost: slowReaders.firstP95,
    },
    {
      what: "the slowest of somebody else's in the first five seconds",
      unit: "ms",
      measured: Math.max(...first),
      atMost: slowReaders.firstSlowest,
    },
    ...(["page", "table"] as const).map((what) => ({
      what: `the slowest ${what} of somebody else's`,
      measured: Math.max(...times[what]),
      unit: "ms",
    })),
  );
  await pause(2_000);
}
await pause(15_000);
rows.push({ what: "memory afterwards", measured: await memoryOf(child), unit: "MB" });
report(rows);
