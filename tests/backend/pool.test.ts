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
import { type StallingProxy, startStallingProxy } from "#tests/support/stalling-proxy.ts";

let databaseUrl: string;
let proxy: StallingProxy;
let pool: Pool;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
  proxy = await startStallingProxy(databaseUrl);
  pool = openPool(proxy.url, createLog("silent"), 1, 300);
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
