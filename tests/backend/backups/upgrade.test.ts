import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { listVerifiedBackups } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { backUpBeforeUpgrade } from "#server/backend/self-hosted/upgrade/back-up-before.ts";
import { withMigrationLock } from "#server/backend/self-hosted/upgrade/lock.ts";
import { thisProgram } from "#server/backend/self-hosted/upgrade/program.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { lockWaits } from "#tests/support/cluster.ts";
import { type EarlierSite, earlierSite, lead } from "#tests/support/earlier-site.ts";
import { temporaryFolder } from "#tests/support/folder.ts";

const silent = createLog("silent");

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const envOf = (databaseUrl: string, dataDir: string, more: Record<string, string> = {}) =>
  readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, dataDir), ...more });

describe("before migrations run on a site", () => {
  let site: EarlierSite;
  beforeEach(async () => {
    site = await earlierSite();
  });
  afterEach(() => site.close());

  const newest = async () => {
    const [row] = await site.sql`select max(version) as newest
      from supabase_migrations.schema_migrations`;
    return row?.newest;
  };

  test("each attempt makes a verified backup, but one of two processes that start together", async () => {
    const env = envOf(site.databaseUrl, "twice");
    await mkdir(env.dataDir);
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    await backUpBeforeUpgrade(site.sql, site.databaseUrl, env, log);
    const schema = await newest();
    const [first] = await listVerifiedBackups(openStore(env));
    // As after a rollback: the site served in the meantime.
    await lead(site.sql, "ben@example.com");
    await Promise.all([1, 2].map(() => prepareDatabase(site.databaseUrl, env, log)));
    const proofs = await listVerifiedBackups(openStore(env));
    expect(proofs, "only the newest of a schema stays").toHaveLength(1);
    expect(proofs[0]?.rows, "with the new lead").toBeGreaterThan(Number(first?.rows));
    expect(proofs[0]).toMatchObject({ before: { what: "upgrade", schema } });
    expect(proofs[0]?.program, "of a program that did not say").toBeUndefined();
    const said = (words: string) => lines.filter((line) => line.includes(words)).length;
    expect(said("backing up before the upgrade")).toBe(2);
    expect(said("database migrated")).toBe(1);
    expect(said("another process is migrating the database; waiting up to 600 ")).toBe(1);
    const [row] = await site.sql`select value from loading_dock.state where key = 'program'`;
    expect(JSON.parse(row?.value)).toEqual(await thisProgram());
    expect(await site.sql`select email from contact_submissions order by email`).toEqual([
      { email: "ana@example.com" },
      { email: "ben@example.com" },
    ]);
  });

  test("migrates nothing if the backup fails, unless it is turned off", async () => {
    const had = await newest();
    const file = join(folder, "no-folder");
    await writeFile(file, "");
    const env = envOf(site.databaseUrl, "failing", { BACKUP_TO: join(file, "backups") });
    await mkdir(env.dataDir);
    await expect(prepareDatabase(site.databaseUrl, env, silent)).rejects.toThrow(
      /^Nothing was migrated, because the backup before the upgrade failed\. .*ENOTDIR.* start with UPGRADE_BACKUP=off\.$/,
    );
    expect(await newest()).toBe(had);
    await prepareDatabase(site.databaseUrl, { ...env, upgradeBackup: false }, silent);
    expect(await newest()).not.toBe(had);
  });
});

describe("on a database in use", () => {
  let site: EarlierSite;
  beforeAll(async () => {
    site = await earlierSite();
  });
  afterAll(() => site.close());

  /** A folder with one migration. */
  async function migration(name: string, statement: string) {
    const home = join(folder, name);
    await mkdir(home);
    await writeFile(join(home, `${name}.sql`), statement);
    return home;
  }
  const widening = (name: string) =>
    migration(name, "alter table public.services add column width integer;");

  // Not injected: The timeout of one attempt at the lock, which is retried as often as needed.
  const lockRetry = { lockMs: 100, pauseMs: 50, allMs: 60_000, statementMs: 60_000 };
  /** Reads a table in a transaction that stays open until `work` ends. */
  async function whileRead(work: (end: () => Promise<void>) => Promise<void>) {
    const reader = connect(site.databaseUrl, 1);
    const held = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    const done = reader.begin(async (tx) => {
      await tx`select count(*) from public.services`;
      reading.resolve();
      await held.promise;
    });
    await reading.promise;
    const end = async () => {
      held.resolve();
      await done;
    };
    await work(end).finally(end);
    await reader.end();
  }

  test("gives up a migration behind a long reader, and names it", () =>
    whileRead(async () => {
      await expect(
        migrate(site.sql, {
          folder: await widening("29990101000000_widen"),
          // Not injected: The reader stays until this deadline has passed.
          lockRetry: { ...lockRetry, allMs: 300 },
        }),
      ).rejects.toThrow(
        /^Migration 29990101000000_widen\.sql was rolled back: .* The oldest open transactions: process \d+ \(loading-dock\) for \d+ seconds/,
      );
    }));

  test("lets others read between its tries, and finishes after the reader", () =>
    whileRead(async (end) => {
      const name = "29990103000000_widen";
      const done = migrate(site.sql, { folder: await widening(name), lockRetry });
      await vi.waitUntil(async () => (await lockWaits(site.sql)) > 0, { interval: 10 });
      await site.sql`select count(*) from public.services`;
      expect(await lockWaits(site.sql)).toBeLessThan(2);
      await end();
      expect(await done).toEqual(["29990103000000"]);
      await site.sql`alter table public.services drop column width`;
    }));

  test("a statement that takes too long is undone", async () => {
    // Not injected: The statement runs until its connection is closed.
    const slow = await migration("29990102000000_slow", "select pg_sleep(600);");
    await expect(
      // Not injected: The statement runs until this deadline has passed.
      migrate(site.sql, { folder: slow, lockRetry: { ...lockRetry, statementMs: 60 } }),
    ).rejects.toThrow(/_slow\.sql was rolled back: a statement took longer than 0\.001 minutes/);
  });

  test("stops waiting for another migration at a deadline, and names it", async () => {
    const order: string[] = [];
    await withMigrationLock(site.databaseUrl, silent, async () => {
      await expect(
        withMigrationLock(site.databaseUrl, silent, async () => order.push("second"), 300),
      ).rejects.toThrow(
        /^Another process \(process \d+ of PostgreSQL, since \d\d:\d\d UTC\) is migrating the database and wasn't done after 0 seconds\./,
      );
    });
    expect(order).toEqual([]);
    await withMigrationLock(site.databaseUrl, silent, async () => order.push("third"), 300);
    expect(order).toEqual(["third"]);
  });
});
