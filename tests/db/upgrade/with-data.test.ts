import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { fromFile, restore } from "#server/backend/self-hosted/backup/restore.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { isBaseline } from "#server/backend/self-hosted/migrations/baseline.ts";
import { migrate, migrateBefore, seed } from "#server/backend/self-hosted/migrations/migrate.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { endRollback } from "#server/backend/self-hosted/upgrade/half-rolled-back.ts";
import { planRollback, rollBack } from "#server/backend/self-hosted/upgrade/rollback.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { type EarlierSite, earlierSite, PUBLISHED } from "#tests/support/earlier-site.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { killedAt, stepsToBaseline } from "./killed.ts";
import { type Rows, recordedIn, rowsAfter, rowsOf, schemaOf, withEmpty } from "./steps.ts";

// Each start makes a backup and verifies it in another database.
vi.setConfig({ testTimeout: 300_000 });

const silent = createLog("silent");
/** The newest of the 93 migrations that the baseline replaced. */
const ALL = "20261127060100";
const between = (count: number) =>
  ` ran ${count} of the 93 migrations before the baseline. This program continues from the first 83 or from all of them. Start the last version before the baseline once`;
/** What a start or a restore writes about itself. */
const OF_A_START = [
  ...[
    "backup_runs",
    "private.audit_log",
    "private.backup_state",
    "private.email_setup",
    "private.inbound_mailbox",
    "private.outside_link_checks",
  ],
];

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

/** A site from before the baseline, with data in everything. */
async function siteBefore(newest: string): Promise<EarlierSite> {
  const site = await earlierSite(newest);
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

describe.each([
  ["the 83 published migrations", PUBLISHED],
  ["all 93 migrations before the baseline", ALL],
])("a site with %s", (_, newest) => {
  let site: EarlierSite;
  /** Its rows after the migrations before the baseline. */
  let rows: Rows;
  beforeEach(async () => {
    site = await siteBefore(newest);
    rows = await rowsAfter(site.sql, OF_A_START);
    expect(Object.keys(rows).length).toBeGreaterThan(12);
  });
  afterEach(() => site.close());

  const expectUpgraded = async (sql: Sql) => {
    const { admins, history = [], ...others } = await rowsOf(sql, OF_A_START);
    // The only admin is the owner now, which the history says.
    expect(admins).toEqual(['{"user_id": "…", "is_owner": true, "created_at": "…"}']);
    const isAboutOwner = (entry: string) => entry.includes('"fields": ["is_owner"]');
    expect(history.filter(isAboutOwner)).toHaveLength(1);
    expect({
      ...others,
      admins: rows.admins,
      history: history.filter((entry) => !isAboutOwner(entry)),
    }).toEqual(rows);
    // The lead was contacted before there was a column for it.
    expect(
      await sql`select answered_at is not null as answered, closed_at from contact_submissions`,
    ).toEqual([{ answered: true, closed_at: null }]);
    expect(await schemaOf(sql)).toEqual(fresh.schema);
    expect(await recordedIn(sql)).toEqual(fresh.records);
    expect(await migrate(sql)).toEqual([]);
  };

  test("a start upgrades it: all its rows are there, and the schema is a new site's", async () => {
    await prepareDatabase(site.databaseUrl, envOf(site.databaseUrl, `upgraded-${newest}`), silent);
    await expectUpgraded(site.sql);
  });

  test("a backup of it is restored and brought up to date", async () => {
    const file = join(folder, `before-${newest}.tar.gz`);
    await write(site.databaseUrl, file);
    await withEmpty(async (sql, databaseUrl) => {
      await restoreFrom(file, databaseUrl, `restored-${newest}`);
      await expectUpgraded(sql);
    });
  });

  test("the upgrade is rolled back with its backup, and made again", async () => {
    const { sql, databaseUrl } = site;
    const before = await rowsOf(sql, OF_A_START);
    const records = await recordedIn(sql);
    const schema = await schemaOf(sql);
    const env = envOf(databaseUrl, `back-${newest}`);
    await prepareDatabase(databaseUrl, env, silent);
    const planned = await planRollback(sql, env, undefined);
    await rollBack({ sql, databaseUrl, env, planned, stop: stop(), say: () => {} });
    expect(await rowsOf(sql, OF_A_START)).toEqual(before);
    expect(await recordedIn(sql)).toEqual(records);
    expect(await schemaOf(sql)).toEqual(schema);
    await endRollback(sql);
    await prepareDatabase(databaseUrl, env, silent);
    expect(await schemaOf(sql)).toEqual(fresh.schema);
    expect(await recordedIn(sql)).toEqual(fresh.records);
  });

  test("an upgrade killed at any step changes nothing, and the next start repeats it", async () => {
    const { sql } = site;
    const schema = await schemaOf(sql);
    const records = await recordedIn(sql);
    const before = await rowsOf(sql);
    const steps = await stepsToBaseline(site);
    // The last 17 steps record the baseline.
    expect(steps).toBeGreaterThanOrEqual(records.length + 17);
    const third = Math.floor(steps / 3);
    for (const step of [1, third, 2 * third, steps - 17, steps]) {
      expect(await killedAt(site, step), `step ${step} of ${steps}`).toBe(1);
      expect(await recordedIn(sql)).toEqual(records);
      expect(await rowsOf(sql)).toEqual(before);
      expect(await schemaOf(sql)).toEqual(schema);
    }
    await migrate(sql);
    await expectUpgraded(sql);
  });
});

test.each([
  ["40", (version: string) => version <= "20261122210000", 40],
  ["84", (version: string) => version <= "20261127010000", 84],
  [
    "the 83rd, but not the one before it",
    (version: string) => version <= PUBLISHED && version !== "20261126070000",
    82,
  ],
  ["83 others", (version: string) => version <= "20261127010000" && version !== PUBLISHED, 83],
])("a database that ran only %s is refused, and so is its backup", (_, only, count) =>
  withEmpty(async (sql, databaseUrl) => {
    await bootstrap(sql);
    await migrateBefore(sql, only);
    const refusal = between(count);
    const env = envOf(databaseUrl, `between-${count}`);
    await expect(prepareDatabase(databaseUrl, env, silent)).rejects.toThrow(refusal);
    await expect(migrate(sql)).rejects.toThrow(refusal);
    expect(await recordedIn(sql)).toHaveLength(count);
    const file = join(folder, `between-${count}.tar.gz`);
    await write(databaseUrl, file);
    await withEmpty(async (_, target) => {
      await expect(restoreFrom(file, target, `refused-${count}`)).rejects.toThrow(refusal);
    });
  }),
);

test("completes records that the Supabase CLI repaired in part, and no others", () =>
  withEmpty(async (sql) => {
    await bootstrap(sql);
    await migrateBefore(sql);
    await sql`insert into supabase_migrations.schema_migrations
      ${sql((fresh.records as { version: string }[]).filter(({ version }) => isBaseline(version)).slice(0, 3))}`;
    await migrate(sql);
    expect(await recordedIn(sql)).toEqual(fresh.records);
    await sql`insert into supabase_migrations.schema_migrations (version) values (${PUBLISHED})`;
    await expect(migrate(sql)).rejects.toThrow(between(1));
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
