import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { fromFile, restore } from "#server/backend/self-hosted/backup/restore.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

const { signal } = new AbortController();
let t: TestBackend;
let file: string;
let databaseUrl: string;
beforeAll(async () => {
  t = await openTestBackend();
  const { dataDir } = t.env;
  file = join(dataDir, "site.tar.gz");
  const options = { dataDir, file, withFiles: true, quietMs: 60_000, stop: signal, say() {} };
  await writeBackup({ ...options, databaseUrl: t.env.databaseUrl as string });
});
afterAll(() => t.close());
beforeEach(async () => {
  databaseUrl = await createEmptyDatabase(inject("clusterUrl"));
  return () => dropTestDatabase(databaseUrl);
});

/** @param fails matches the step that fails */
async function restoreOnce(fails = /^nothing/) {
  const scratch = join(t.env.dataDir, "unfinished-restore");
  await mkdir(scratch);
  const begin = (step: string) => {
    if (fails.test(step)) throw new Error("the disk is broken");
  };
  await restore({
    databaseUrl,
    scratch,
    source: fromFile(file, await sealWith(undefined)),
    files: diskStore(join(t.env.dataDir, "restored")),
    progress: { signal, moved() {}, begin },
  }).finally(() => rm(scratch, { recursive: true }));
}

test.each([
  ["its rows", /^reading public\.site_content/],
  ["its last step", /^migrating/],
])("a restore interrupted at %s leaves no site, and works the next time", async (_, step) => {
  await expect(restoreOnce(step)).rejects.toThrow("the disk is broken");
  await expect(prepareDatabase(databaseUrl, t.env, createLog("silent"))).rejects.toThrow(
    "The database holds an unfinished restore.",
  );
  await restoreOnce();
  await expect(restoreOnce()).rejects.toThrow("The database already has a site in it.");
});

test("a restore interrupted between later migrations works the next time", async () => {
  await expect(restoreOnce(/^migrating/)).rejects.toThrow("the disk is broken");
  const sql = connect(databaseUrl, 1);
  await sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`;
  await sql.end();
  await restoreOnce();
  await expect(restoreOnce()).rejects.toThrow("The database already has a site in it.");
});
