/**
 * Memory of a server at rest after its start, and during light traffic of pages, leads, edits and staff: in
 * the second ten minutes, and in the last ten. BENCH_MINUTES (60) sets for how long, BENCH_PAUSE (5000) the
 * milliseconds between rounds: 1500 is about three times the usual pace.
 *
 * Needs a build (npm run build). Run: npm run bench:memory
 */
import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { keyOf, memoryOf, openOurs, setHeadline, signedIn } from "../scripts/tools/server.ts";
import { memory } from "./budgets.ts";
import { report } from "./tools/report.ts";
import { sendMessage } from "./tools/send-messages.ts";
import { median } from "./tools/timing.ts";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
const PAUSE_MS = Number(process.env.BENCH_PAUSE ?? 5_000);
if (!(MINUTES >= 30)) throw new Error("BENCH_MINUTES is at least 30.");
if (!(PAUSE_MS >= 0)) throw new Error("BENCH_PAUSE is a number of milliseconds.");
const TEN_MINUTES = 10 * 60_000;
/** The server collects garbage within 20 seconds after its start. */
const SETTLED_MS = 60_000;
/** A minute's rounds, with the default pause. */
const ROUNDS_A_CHANGE = 12;

await using site = await openOurs("bench-memory");
const { child, url } = site;
const read = async (path: string) => void (await (await fetch(url + path)).arrayBuffer());

async function work(round: number, admin: SupabaseClient, key: string) {
  for (let page = 0; page < 5; page++) {
    for (const path of ["/", "/services", "/faqs", "/contact"]) await read(path);
    await read(`/pricing?orders=${100 + ((round * 5 + page) % 5_000)}&items=2`);
  }
  await read(`/missing-${round}`);
  await admin.from("contact_submissions").select().throwOnError();
  await admin.from("site_content").select().throwOnError();
  await admin.rpc("admin_dashboard").throwOnError();
  if (round % ROUNDS_A_CHANGE !== 0) return;
  await sendMessage(url, key);
  await setHeadline(admin, `Title number ${round}.`);
}

await pause(SETTLED_MS);
const rest = await memoryOf(child);
const admin = await signedIn(url);
const key = await keyOf(url);
const samples: { at: number; mb: number }[] = [];
const start = performance.now();
const since = () => performance.now() - start;
for (let round = 0; since() < MINUTES * 60_000; round++) {
  await work(round, admin, key);
  samples.push({ at: since(), mb: await memoryOf(child) });
  await pause(PAUSE_MS);
}
const between = (from: number, to: number) =>
  median(samples.filter(({ at }) => at >= from && at < to).map(({ mb }) => mb));
const early = between(TEN_MINUTES, 2 * TEN_MINUTES);
const late = between(since() - TEN_MINUTES, since());
report([
  { what: "memory at rest", measured: rest, unit: "MB", atMost: memory.rest },
  { what: "after 10 minutes of light traffic", measured: early, unit: "MB" },
  { what: `after ${MINUTES} minutes`, measured: late, unit: "MB", atMost: memory.working },
  { what: "growth between the two", measured: late / early, atMost: memory.growth },
]);
