/**
 * Whether signing in blocks other requests: how long /healthz takes while 20 people repeatedly sign in at the
 * same time, compared with the budget (bench/budgets.ts). Every sign-in compares one bcrypt hash.
 *
 * Needs a build (npm run build). Run: npm run bench:sign-in
 */
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { startTestCluster } from "#tests/support/cluster.ts";
import { people } from "#tests/support/people.ts";
import { startSite } from "#tests/support/site.ts";
import { healthWhileSigningIn } from "./budgets.ts";
import { report } from "./tools/report.ts";

const PEOPLE = 20;
const ROUNDS = 5;

const cluster = await startTestCluster();
const site = await startSite(cluster.url);
const page = await (await fetch(`${site.url}/admin/login`)).text();
const key = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? "";

async function signIn() {
  const { auth } = createClient(site.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const started = performance.now();
  const { error } = await auth.signInWithPassword(people.admin);
  if (error) throw error;
  return performance.now() - started;
}

async function health(): Promise<number> {
  const started = performance.now();
  await (await fetch(`${site.url}/healthz`)).text();
  return performance.now() - started;
}

/** Requests /healthz every few milliseconds while `going` is true. @returns response times, ms */
async function watch(going: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (going()) {
    times.push(await health());
    await delay(5);
  }
  return times;
}

const part = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

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
  measured: part(measured, 0.95),
  unit: "ms",
  atMost,
});
report([
  times95("/healthz, idle", idle),
  times95(`/healthz while ${PEOPLE} people sign in`, times, healthWhileSigningIn.p95),
  { what: "a sign-in among them, half within", measured: part(signIns, 0.5), unit: "ms" },
]);
await site.stop();
await cluster.stop();
