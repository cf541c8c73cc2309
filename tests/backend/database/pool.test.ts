import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import {
  closePool,
  openPool,
  type Pool,
  queryOn,
  transaction,
} from "#server/backend/postgres/pool.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { type StallingProxy, startStallingProxy } from "#tests/support/stand-ins/stalling-proxy.ts";

const ANSWER_MS = 300;
let databaseUrl: string;
let proxy: StallingProxy;
let pool: Pool;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
  proxy = await startStallingProxy(databaseUrl);
  pool = openPool(proxy.url, createLog("silent"), 1, { answerMs: ANSWER_MS });
});
// Time passes only while a test waits.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await closePool(pool);
  await proxy.close();
  await dropTestDatabase(databaseUrl);
});

/** The error message of failed work, after its timers have run. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  let failure: Error | undefined;
  work.catch((error: Error) => {
    failure = error;
  });
  return vi.waitFor(() => {
    if (!failure) throw new Error("It has not failed.");
    return failure.message;
  });
}

test("fails queries of a silent connection, and replaces it", async () => {
  const query = queryOn(pool);
  const ask = () => query`select 1 as one`;
  const askInTransaction = () => transaction(pool, (inside) => inside`select 1 as one`);
  for (const work of [ask, askInTransaction]) {
    expect(await work()).toEqual([{ one: 1 }]);
    proxy.stallOpen();
    expect(await failureOf(work())).toContain("timeout");
    expect(await work()).toEqual([{ one: 1 }]);
  }
});

test("drops a connection that fell silent in a transaction", async () => {
  const asked: unknown[] = [];
  const watch = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      asked.push(given[0]);
      return query(...given);
    }) as typeof client.query;
  };
  const own = openPool(proxy.url, createLog("silent"), 1, { answerMs: ANSWER_MS });
  own.on("connect", watch);
  const work = () => transaction(own, (inside) => inside`select 1 as one`);
  expect(await work()).toEqual([{ one: 1 }]);
  asked.length = 0;
  proxy.stallOpen();
  expect(await failureOf(work())).toContain("timeout");
  expect(asked).toEqual(["begin"]);
  await closePool(own);
});
