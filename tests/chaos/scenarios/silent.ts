import { setTimeout as pause } from "node:timers/promises";
import { startTestCluster } from "#tests/support/cluster.ts";
import { people } from "#tests/support/people.ts";
import { startSite } from "#tests/support/site.ts";
import { type StallingProxy, startStallingProxy } from "#tests/support/stand-ins/stalling-proxy.ts";
import { apiOf } from "../api.ts";
import { newLedger } from "../ledger.ts";
import type { Count } from "../promises.ts";
import { seeded } from "../random.ts";
import type { Scenario } from "../scenario.ts";

const SILENT_MS = 12_000;
const BACK_MS = 60_000;

/** The connection to a database in DATABASE_URL goes silent: nothing is closed or forwarded. */
export const silent: Scenario = async ({ seed, rounds = 3 }) => {
  const random = seeded(seed);
  const ledger = newLedger();
  const cluster = await startTestCluster({ durable: true });
  let proxy: StallingProxy | undefined;
  const site = await startSite(cluster.url, {}, async (direct) => {
    proxy = await startStallingProxy(direct);
    return proxy.url;
  });
  try {
    const api = apiOf(site.url);
    await api.signIn(people.admin);
    const post = async () => {
      const id = random.uuid();
      const email = `lead-${id}@example.com`;
      const row = { name: "Ana", email, message: id, request_id: id };
      const insert = { ...row, monthly_volume: "0-50", platforms: ["Etsy"] };
      const answer = await api.call("POST", "/rest/v1/contact_submissions", insert, {
        as: "visitor",
      });
      ledger.count("lead", answer?.status);
      if (answer?.status === 201) ledger.leads.set(id, { email, message: id });
      return answer?.status;
    };
    const hung: string[] = [];
    const unresponsive: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let number = 0; number < 20; number += 1) await post();
      if (round % 2) proxy?.stallOpen();
      else proxy?.stall();
      const said = await Promise.all(Array.from({ length: 10 }, post));
      if (said.includes(undefined)) hung.push(`round ${round}: ${said.join()}`);
      await pause(SILENT_MS);
      proxy?.pass();
      const until = performance.now() + BACK_MS;
      let status = await post();
      while (status !== 201 && performance.now() < until) {
        await pause(500);
        status = await post();
      }
      if (status !== 201) unresponsive.push(`round ${round}: ${status}`);
    }
    const rows = await site.sql`select request_id from contact_submissions`;
    const found = new Set(rows.map(({ request_id }) => request_id));
    const lost = [...ledger.leads.keys()].filter((id) => !found.has(id));
    const locks = await site.sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
      where locktype = 'advisory' and d.datname = current_database()`;
    const count = (promise: string, of: number, examples: string[]): Count => ({
      promise,
      of,
      broken: examples.length,
      examples: examples.slice(0, 3),
    });
    return {
      done: `${rounds} times ${SILENT_MS / 1000} seconds of a silent way to the database, all connections or those that were open.`,
      counts: [
        count("requests without any answer within 30 seconds", 10 * rounds, hung),
        count("times that it did not come back within a minute", rounds, unresponsive),
        count("acknowledged messages lost", ledger.leads.size, lost),
        count(
          "locks left",
          1,
          locks.map(() => "a lock"),
        ),
      ],
      notes: [],
    };
  } finally {
    await site.stop();
    await proxy?.close();
    await cluster.stop();
  }
};
