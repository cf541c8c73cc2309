import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { fromFile, restore } from "#server/backend/self-hosted/backup/restore.ts";
import { isBaseline } from "#server/backend/self-hosted/migrations/baseline.ts";
import { migrate, seed } from "#server/backend/self-hosted/migrations/migrate.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { type EarlierSite, earlierSite } from "#tests/support/earlier-site.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { migrateAsBefore } from "#tests/support/samples/before-baseline.ts";
import { recordedIn, rowsOf, schemaOf, withEmpty } from "./steps.ts";

const silent = createLog("silent");
const BETWEEN =
  / ran 40 of the 93 migrations that this program has only as a whole\. Start the last version before them once/;
const FORTIETH = "20261122210000";
/** What a start writes about itself. */
const OF_A_START = ["backup_runs", "private.backup_state", "private.email_setup"];

let folder: string;
let fresh: { schema: unknown; records: unknown };
beforeAll(async () => {
  folder = await temporaryFolder();
  const databaseUrl = await createTestDatabase(inject("clusterUrl"));
  const sql = connect(databaseUrl, 1);
  fresh = { schema: await schemaOf(sql), records: await recordedIn(sql) };
  await sql.end();
  await dropTestDatabase(databaseUrl);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const envOf = (databaseUrl: string, name: string) =>
  readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name) });

/** A site of the last version before, with a trace of everything. */
async function siteBefore(): Promise<EarlierSite> {
  const site = await earlierSite();
  const { sql } = site;
  await seed(sql);
  await sql`insert into admins (user_id) select id from auth.users`;
  await sql`update pricing_items set low = low + 1, high = high + 1 where low > 0`;
  await sql`update site_content set content_value = 'Ours' where content_key = 'title'`;
  await sql`delete from faq_items where id = (select id from faq_items limit 1)`;
  await sql`insert into submission_notes (submission_id, body)
    select id, 'Call her' from contact_submissions`;
  await sql`update contact_submissions set status = 'contacted', follow_up_on = '2027-01-01'`;
  await sql`insert into mails (kind, recipient, subject, body, submission_id, state, sent_at, send_after)
    select 'reply', email, 'Your boxes', '[{"text": "We do."}]', id, 'sent', now(), null
    from contact_submissions`;
  await sql`insert into change_sets (name) values ('Black Friday')`;
  await sql`insert into storage.objects (bucket_id, name) values ('media', 'uploads/a.png')`;
  return site;
}

test("a start takes a site over the baseline with all its rows, and to the schema of a new one", async () => {
  const site = await siteBefore();
  const before = await rowsOf(site.sql, OF_A_START);
  expect(Object.keys(before).length).toBeGreaterThan(12);
  await prepareDatabase(site.databaseUrl, envOf(site.databaseUrl, "upgraded"), silent);
  expect(await rowsOf(site.sql, OF_A_START)).toEqual(before);
  expect(await schemaOf(site.sql)).toEqual(fresh.schema);
  expect(await recordedIn(site.sql)).toEqual(fresh.records);
  expect(await migrate(site.sql)).toEqual([]);
  await site.close();
});

test("a backup of such a site is restored and brought up to date", async () => {
  const site = await siteBefore();
  const before = await rowsOf(site.sql, OF_A_START);
  const file = join(folder, "before.tar.gz");
  await write(site.databaseUrl, file);
  await site.close();
  await withEmpty(async (sql, databaseUrl) => {
    await restoreFrom(file, databaseUrl, "restored");
    expect(await rowsOf(sql, OF_A_START)).toEqual(before);
    expect(await schemaOf(sql)).toEqual(fresh.schema);
    expect(await recordedIn(sql)).toEqual(fresh.records);
  });
});

test("a database that ran only some of those before is refused, and so is its backup", () =>
  withEmpty(async (sql, databaseUrl) => {
    const ran = await migrateAsBefore(sql, (version) => version <= FORTIETH);
    expect(ran).toHaveLength(40);
    const env = envOf(databaseUrl, "between");
    await expect(prepareDatabase(databaseUrl, env, silent)).rejects.toThrow(BETWEEN);
    await expect(migrate(sql)).rejects.toThrow(BETWEEN);
    expect(await recordedIn(sql)).toHaveLength(40);
    const file = join(folder, "between.tar.gz");
    await write(databaseUrl, file);
    await withEmpty(async (_, target) => {
      await expect(restoreFrom(file, target, "refused")).rejects.toThrow(BETWEEN);
    });
  }));

test("records that the Supabase CLI has repaired in part are completed, and no others are", () =>
  withEmpty(async (sql) => {
    await migrateAsBefore(sql);
    await sql`insert into supabase_migrations.schema_migrations
      ${sql((fresh.records as { version: string }[]).filter(({ version }) => isBaseline(version)).slice(0, 3))}`;
    await migrate(sql);
    expect(await recordedIn(sql)).toEqual(fresh.records);
    await sql`insert into supabase_migrations.schema_migrations (version) values (${FORTIETH})`;
    await expect(migrate(sql)).rejects.toThrow(/ran 1 of the 93 /);
  }));

const stop = () => new AbortController().signal;

const write = (databaseUrl: string, file: string) =>
  writeBackup({
    databaseUrl,
    dataDir: folder,
    file,
    withFiles: false,
    quietMs: 60_000,
    stop: stop(),
    say: () => {},
  });

async function restoreFrom(file: string, databaseUrl: string, name: string) {
  const scratch = join(folder, `scratch-${name}`);
  await mkdir(scratch);
  const source = fromFile(file, await sealWith(undefined));
  const files = diskStore(join(folder, `media-${name}`));
  const parts = { databaseUrl, source, scratch, files };
  await withDeadline(
    60_000,
    stop(),
    () => {},
    (progress) => restore({ ...parts, progress }),
  );
}
