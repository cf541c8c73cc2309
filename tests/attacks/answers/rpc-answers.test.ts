import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createGateway } from "#server/backend/gateway/index.ts";
import { RPC_BOUNDS } from "#server/backend/gateway/operations/index.ts";
import type { Services } from "#server/backend/gateway/services.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import { closePool, openPool, type Pool } from "#server/backend/postgres/pool.ts";
import type { Routine } from "#server/backend/rest/catalog.ts";
import { createRest } from "#server/backend/rest/index.ts";
import { createLog } from "#server/runtime/log.ts";
import { allowSlowStatements } from "#tests/support/backend.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

/** Each SQL function with its own answer limit. A stand-in returns as many bytes as requested. */
const sized = [...RPC_BOUNDS].flatMap(([name, { who, answer }]) =>
  answer ? [{ name, who, answer }] : [],
);
const standIn: Routine = {
  name: "sized",
  parameters: [{ name: "bytes", type: "integer", optional: false }],
  returns: "one",
};

const log = createLog("silent");
let databaseUrl: string;
let pool: Pool;
// This tests the size, however long a slow machine takes to build it.
allowSlowStatements();
let ask: (name: string, bytes: number, isPage?: boolean) => Promise<Response>;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
  const sql = connect(databaseUrl, 1);
  // JSON adds two quotation marks to a text.
  await sql`create function public.sized(bytes integer) returns text language sql
    as $$ select repeat('x', bytes - 2) $$`;
  await sql`grant execute on function public.sized to anon`;
  await sql.end();
  pool = openPool(databaseUrl, log, 1);
  const catalog = {
    tables: new Map(),
    routines: new Map(sized.map(({ name }) => [name, standIn])),
  };
  const gateway = createGateway({
    services: { rest: createRest(pool, catalog) } as unknown as Services,
    isStaff: async () => false,
    limit: () => {},
    log,
    keys: { publishableKey: "sb_publishable_x", secretKey: "sb_secret_x", jwtSecret: "secret" },
  });
  ask = (name, bytes, isPage = false) =>
    gateway.fetch(
      new Request(`http://site.test/rest/v1/rpc/${name}`, {
        method: "POST",
        headers: { apikey: "sb_publishable_x", "content-type": "application/json" },
        body: JSON.stringify({ bytes }),
      }),
      { clientAddress: "7.7.7.7", requestId: "test", ...(isPage && { asks: "page" }) },
    );
});
afterAll(async () => {
  await closePool(pool);
  await dropTestDatabase(databaseUrl);
});

test("functions have three response limits", () => {
  expect(new Set(sized.map(({ answer }) => answer))).toEqual(new Set([4096, 65_536, 4_194_304]));
});

test.each(sized)("$name answers with $answer bytes and no more", async ({ name, who, answer }) => {
  const whole = await ask(name, answer, who === "page");
  expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, answer]);
  const refused = await ask(name, answer + 1, who === "page");
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(/The answer would be larger than .+ Ask for fewer rows/);
});
