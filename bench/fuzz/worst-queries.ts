/**
 * What visitors can do to each other: 20 of them, each from an address of their own, keep sending the
 * worst query that the gateway lets through, over 5,000 long answers. Meanwhile an honest message is sent
 * again and again, and /readyz asked: each message has to be stored within the budget
 * (bench/budgets.ts), and /readyz has to say 200 each time. Limits are on.
 *
 * Needs a build (npm run build). Run: npm run bench:worst-queries
 */
import { setTimeout as delay } from "node:timers/promises";
import { startTestCluster } from "#tests/support/cluster.ts";
import { startSite } from "#tests/support/site.ts";
import { messageAmongWorstQueries } from "../budgets.ts";
import { median } from "../tools/median.ts";
import { report } from "../tools/report.ts";

const ASKING = 20;
const MESSAGES = 40;

const cluster = await startTestCluster();
// One proxy is trusted, so that each of them has an address of their own.
const site = await startSite(cluster.url, {
  RATE_LIMITS: "on",
  TRUST_PROXY: "1",
  LOG_LEVEL: "silent",
});

/** As many comparisons as a query may have, none of which matches, each reading every answer to its end. */
const worst = Array.from({ length: 100 }, (_, i) => `answer.ilike.*a_a*b*${i}*`).join(",");

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

try {
  await site.sql`insert into faq_items (question, answer, display_order)
    select 'Question ' || n, repeat('a quick brown box ', 200), n from generate_series(1, 5000) n`;
  const page = await (await fetch(`${site.url}/admin/login`)).text();
  const apikey = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? "";

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
} finally {
  await site.stop();
  await cluster.stop();
}
