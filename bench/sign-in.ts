/**
 * Whether signing in blocks other requests: how long /healthz takes while 20 people repeatedly sign in at the
 * same time, compared with the budget (bench/budgets.ts). Every sign-in compares one bcrypt hash.
 *
 * Needs a build (npm run build). Run: npm run bench:sign-in
 */
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { people } from "#tests/support/people.ts";
import { keyOf } from "../scripts/tools/server.ts";
import { healthWhileSigningIn } from "./budgets.ts";
import { report } from "./tools/report.ts";
import { openTestSite } from "./tools/test-site.ts";
import { median, p95, timed } from "./tools/timing.ts";

const PEOPLE = 20;
const ROUNDS = 5;

await using site = await openTestSite();
const key = await keyOf(site.url);

async function signIn() {
  const { auth } = createClient(site.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return timed(async () => {
    const { error } = await auth.signInWithPassword(people.admin);
    if (error) throw error;
  });
}

const health = () => timed(async () => (await fetch(`${site.url}/healthz`)).text());

/** Requests /healthz every few milliseconds while `going` is true. @returns response times, ms */
async function watch(going: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (going()) {
    times.push(await health());
    await delay(5);
  }
  return times;
}

const idleUntil = performance.now() + 2_000;
const idle = await watch(() => performance.now() < idleUntil);
const signIns: number[] = [];
let busy = true;
const watching = watch(() => busy);
for (let round = 0; round < ROUNDS; round += 1)
  signIns.push(...(await Promise.all(Array.from({ length: PEOPLE }, signIn))));
busy = false;
const times = await watching;

const times95 = (what: string, measured: number[], atMost?: number) => ({
  what: `${what}, 95th percentile`,
  measured: p95(measured),
  unit: "ms",
  atMost,
});
report([
  times95("/healthz, idle", idle),
  times95(`/healthz while ${PEOPLE} people sign in`, times, healthWhileSigningIn.p95),
  { what: "a sign-in among them, half within", measured: median(signIns), unit: "ms" },
]);
