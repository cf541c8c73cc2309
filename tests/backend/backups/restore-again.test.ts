import { beforeEach, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { createLog } from "#server/runtime/log.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { restoreOnce, t, withBackup } from "./restore-steps.ts";

let databaseUrl: string;
withBackup();
beforeEach(async () => {
  databaseUrl = await createEmptyDatabase(inject("clusterUrl"));
  return () => dropTestDatabase(databaseUrl);
});

test.each([
  ["its rows", /^reading public\.site_content/],
  ["its last step", /^migrating/],
])("a restore interrupted at %s leaves no site, and works the next time", async (_, step) => {
  await expect(restoreOnce(databaseUrl, step)).rejects.toThrow("the disk is broken");
  await expect(prepareDatabase(databaseUrl, t.env, createLog("silent"))).rejects.toThrow(
    "The database holds an unfinished restore.",
  );
  await restoreOnce(databaseUrl);
  await expect(restoreOnce(databaseUrl)).rejects.toThrow("The database already has a site in it.");
});

test("a restore interrupted between later migrations works the next time", async () => {
  await expect(restoreOnce(databaseUrl, /^migrating/)).rejects.toThrow("the disk is broken");
  const sql = connect(databaseUrl, 1);
  await sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`;
  await sql.end();
  await restoreOnce(databaseUrl);
  await expect(restoreOnce(databaseUrl)).rejects.toThrow("The database already has a site in it.");
});
