/**
 * Measures how visitors can slow each other down: 20 of them, each from a different address, keep sending the
 * worst query that the gateway allows, over 5,000 long answers. Meanwhile a legitimate message is sent
 * repeatedly, and /readyz is requested: each message has to be stored within the budget (bench/budgets.ts),
 * and /readyz has to return 200 each time. Rate limits are on.
 *
 * Needs a build (npm run build). Run: npm run bench:worst-queries
 */
import { setTimeout as delay } from "node:timers/promises";
import { keyOf } from "../../scripts/tools/server.ts";
import { messageAmongWorstQueries } from "../budgets.ts";
import { report } from "../tools/report.ts";
import { openTestSite } from "../tools/test-site.ts";
import { median } from "../tools/timing.ts";

const ASKING = 20;
const MESSAGES = 40;

// One proxy is trusted, so that each visitor can have a different address.
await using site = await openTestSite({
  RATE_LIMITS: "on",
  TRUST_PROXY: "1",
  LOG_LEVEL: "silent",
});

/** The maximum number of comparisons in a query. None matches, so each reads every answer to the end. */
const worst = Array.from({ length: 100 }, (_, i) => `answer.ilike.*a_a*b*${i}*`).join(",");

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await work();
  return [result, performance.now() - started];
}

await site.sql`insert into faq_items (question, answer, display_order)
  select 'Question ' || n, repeat('a quick brown box ', 200), n from generate_series(1, 5000) n`;
const apikey = await keyOf(site.url);

const statuses = new Map<number, number>();
let asking = true;
async function keepAsking(address: string) {
  while (asking) {
    const response = await fetch(`${site.url}/rest/v1/faq_items?select=id&or=(${worst})`, {
      headers: { apikey, "x-forwarded-for": address },
    });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
}

async function sendMessage(number: number): Promise<number> {
  const response = await fetch(`${site.url}/rest/v1/contact_submissions`, {
    method: "POST",
    headers: {
      apikey,
      "content-type": "application/json",
      "x-forwarded-for": `198.51.100.${number}`,
    },
    body: JSON.stringify({
      name: `Honest ${number}`,
      email: `honest${number}@example.com`,
      monthly_volume: "0-50",
      platforms: ["Etsy"],
    }),
  });
  return response.status;
}

const [, alone] = await timed(() => sendMessage(0));
const crowd = Array.from({ length: ASKING }, (_, i) => keepAsking(`192.0.2.${i + 1}`));
await delay(3_000);
const times: number[] = [];
const [stored, ready] = [[] as number[], [] as number[]];
for (let number = 1; number <= MESSAGES; number += 1) {
  const [status, time] = await timed(() => sendMessage(number));
  stored.push(status);
  times.push(time);
  ready.push((await fetch(`${site.url}/readyz`)).status);
  await delay(100);
}
asking = false;
await Promise.all(crowd);

const slowest = Math.max(...times);
console.log(`${ASKING} visitors, answers by status: ${JSON.stringify([...statuses])}`);
const other = (statuses: number[], wanted: number) =>
  statuses.filter((status) => status !== wanted).length;
report([
  { what: "a message alone", measured: alone, unit: "ms" },
  {
    what: `one of ${MESSAGES} while ${ASKING} visitors send the worst query`,
    measured: median(times),
    unit: "ms",
  },
  {
    what: "the slowest of them",
    measured: slowest,
    unit: "ms",
    atMost: messageAmongWorstQueries.slowest,
  },
  { what: "of them not stored", measured: other(stored, 201), atMost: 0 },
  { what: "/readyz not 200 meanwhile", measured: other(ready, 200), atMost: 0 },
]);
