import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
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

let databaseUrl: string;
let proxy: StallingProxy;
let pool: Pool;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
  proxy = await startStallingProxy(databaseUrl);
  pool = openPool(proxy.url, createLog("silent"), 1, { answerMs: 300 });
});
afterAll(async () => {
  await closePool(pool);
  await proxy.close();
  await dropTestDatabase(databaseUrl);
});

test("a connection that fell silent fails what runs on it, and a new one takes its place", async () => {
  const query = queryOn(pool);
  const ask = () => query`select 1 as one`;
  const askInTransaction = () => transaction(pool, (inside) => inside`select 1 as one`);
  for (const work of [ask, askInTransaction]) {
    expect(await work()).toEqual([{ one: 1 }]);
    proxy.stallOpen();
    await expect(work()).rejects.toThrow("timeout");
    expect(await work()).toEqual([{ one: 1 }]);
  }
});

test("nothing more is asked of a connection that fell silent in a transaction", async () => {
  const asked: unknown[] = [];
  const watch = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      asked.push(given[0]);
      return query(...given);
    }) as typeof client.query;
  };
  const own = openPool(proxy.url, createLog("silent"), 1, { answerMs: 300 });
  own.on("connect", watch);
  const work = () => transaction(own, (inside) => inside`select 1 as one`);
  expect(await work()).toEqual([{ one: 1 }]);
  asked.length = 0;
  proxy.stallOpen();
  await expect(work()).rejects.toThrow("timeout");
  expect(asked).toEqual(["begin"]);
  await closePool(own);
});
