import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { tableNames } from "#tests/tables/index.ts";
import { exposeNewTables, rightsOf } from "../../scripts/hosted/rights.ts";

/**
 * Some projects grant the API roles everything on a new table, others nothing. Only what the migrations grant
 * explicitly holds in both.
 */
const made: string[] = [];

/** Migrates the database of a new project, which `exposes` new tables or not. @returns its URL */
async function migrated(exposes: boolean): Promise<string> {
  const url = await createEmptyDatabase(inject("clusterUrl"));
  made.push(url);
  const sql = connect(url, 1);
  await bootstrap(sql);
  await exposeNewTables(url, exposes);
  await migrate(sql);
  await sql.end();
  return url;
}

let generous: string;
let bare: string;
beforeAll(async () => {
  [generous, bare] = await Promise.all([migrated(true), migrated(false)]);
});
afterAll(() => Promise.all(made.map(dropTestDatabase)));

test("gives each API role the same rights in both", async () => {
  const rights = await rightsOf(generous);
  expect(rights.length).toBeGreaterThan(100);
  expect(await rightsOf(bare)).toEqual(rights);
});

test("the service role, which the functions use, may do all on each table of the API", async () => {
  const sql = connect(bare, 1);
  const rows = await sql`select relname as name from pg_class c
    where relname = any (${tableNames}) and relnamespace = 'public'::regnamespace
      and not (has_table_privilege('service_role', oid, 'select')
        and has_table_privilege('service_role', oid, 'insert')
        and has_table_privilege('service_role', oid, 'update')
        and has_table_privilege('service_role', oid, 'delete'))`;
  await sql.end();
  expect(rows.map(({ name }) => name)).toEqual([]);
});
