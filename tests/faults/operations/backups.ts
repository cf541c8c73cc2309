import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { connect, type Sql, withDatabase } from "#server/backend/postgres/connection.ts";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { refuseHalfRestored } from "#server/backend/self-hosted/backup/half-restored.ts";
import { listVerifiedBackups } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { fromFile, restore } from "#server/backend/self-hosted/backup/restore.ts";
import { clearKilled, runBackup } from "#server/backend/self-hosted/backup/run.ts";
import { isBaseline } from "#server/backend/self-hosted/migrations/baseline.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { earlierSite } from "#tests/support/earlier-site.ts";
import { picture } from "#tests/support/samples/png.ts";
import type { Operation } from "../every-fault.ts";
import { databaseAtRest, filesIn, historyChains } from "../leftovers.ts";
import { throughDatabase } from "../seams/database.ts";
import { admin, type FaultySite } from "../site.ts";

const never = new AbortController().signal;
const silent = createLog("silent");

async function twoPictures(site: FaultySite) {
  const bucket = (await admin(site)).storage.from("media");
  for (const color of ["#000000", "#1f6e4d"]) {
    const { buffer } = await picture("one.png", color);
    // Another operation on the same site may have uploaded them.
    const { error } = await bucket.upload(`uploads/${color.slice(1)}.png`, buffer, {
      upsert: true,
    });
    if (error) throw error;
  }
}

/** A backup as the server runs it: made, verified, and older ones removed. */
export async function backingUp(site: FaultySite): Promise<Operation<void>> {
  const { sql, t } = site;
  await twoPictures(site);
  const { databaseUrl = "", dataDir } = t.env;
  const place = join(dataDir, "place");
  const env = readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_TO: place });
  const [seal, store, files] = [await sealWith(undefined), openStore(env), openFiles(env)];
  const outcomes = () => sql`select outcome from backup_runs where outcome = 'running'`;
  return {
    name: "a backup",
    seams: ["database", "files"],
    arrange: async () => {},
    async work() {
      const made = await runBackup({
        databaseUrl,
        dataDir,
        files,
        store,
        seal,
        stop: never,
        reserved: 0,
      });
      if (typeof made === "string") throw new Error(made);
    },
    again: "next",
    async applied() {
      const proofs = await listVerifiedBackups(store);
      for (const { archive, media } of proofs) {
        expect(existsSync(join(place, archive)), archive).toBe(true);
        for (const { sha256 } of media)
          expect((await filesIn(place)).some((name) => name.includes(sha256))).toBe(true);
      }
      return proofs.length > 0;
    },
    async leftovers(_, call) {
      await site.leftovers();
      // A failed removal is retried after a minute.
      if (call?.startsWith("files: rm")) await clearKilled({ databaseUrl, dataDir, store });
      const left = (await filesIn(dataDir)).filter((name) =>
        /\.part$|^backup-proof|^unfinished-backups/.test(name),
      );
      expect(left).toEqual([]);
    },
    async end() {
      expect(await outcomes()).toEqual([]);
      const names = await filesIn(place);
      for (const name of names.filter((one) => one.endsWith(".tar.gz")))
        expect(names).toContain(name.replace(".tar.gz", ".json"));
      await rm(place, { recursive: true });
    },
  };
}

interface Target {
  direct: string;
  sql: Sql;
  proxy: Awaited<ReturnType<typeof throughDatabase>>;
  folder: string;
}

/** A restore into an empty database, as npm run restore does it. */
export async function restoring(site: FaultySite): Promise<Operation<Target>> {
  await twoPictures(site);
  const { dataDir, databaseUrl = "" } = site.t.env;
  const file = join(dataDir, "site.tar.gz");
  const written = await writeBackup({
    databaseUrl,
    dataDir,
    file,
    withFiles: true,
    quietMs: 60_000,
    stop: never,
    say() {},
  });
  const run = async ({ proxy, folder }: Target) => {
    const scratch = join(folder, "unfinished-restore");
    const remove = () => rm(scratch, { recursive: true, force: true });
    await remove();
    try {
      await mkdir(scratch, { recursive: true });
      const source = fromFile(file, await sealWith(undefined));
      const files = diskStore(join(folder, "media"));
      await withDeadline(
        60_000,
        never,
        () => {},
        (progress) => restore({ databaseUrl: proxy.url, source, scratch, files, progress }),
      );
    } finally {
      await remove();
    }
  };
  /** Whether it counts as a site: a partial one is refused at startup. */
  async function isWhole({ sql, folder }: Target) {
    const [row] = await sql`select to_regclass('public.site_content') is not null as there`;
    if (!row?.there) return false;
    const half = await refuseHalfRestored(sql).then(
      () => false,
      () => true,
    );
    if (half) return false;
    const [count] = await sql`select count(*)::int as rows from storage.objects`;
    // Empty tables are no site yet: a restore continues there.
    if (count?.rows === 0) return false;
    const [found] = await sql`select count(*)::int as texts from site_content`;
    const [wanted] = await site.sql`select count(*)::int as texts from site_content`;
    expect(found).toEqual(wanted);
    expect((await filesIn(join(folder, "media"))).length).toBe(written.files);
    return true;
  }
  return {
    name: "a restore",
    seams: ["database", "files"],
    async arrange() {
      const direct = await createEmptyDatabase(inject("clusterUrl"));
      const proxy = await throughDatabase(direct, site.calls);
      const folder = join(dataDir, `restored-${randomBytes(4).toString("hex")}`);
      return { direct, sql: connect(direct, 1), proxy, folder };
    },
    work: run,
    applied: isWhole,
    async again(target, applied) {
      const tried = await run(target).then(
        () => "restored",
        (error: Error) => error.message,
      );
      expect(tried).toMatch(applied ? /^The database already has a site in it\./ : /^restored$/);
    },
    async leftovers({ sql, folder }) {
      await databaseAtRest(sql);
      const [row] = await sql`select to_regproc('private.history_breaks') is not null as there`;
      if (row?.there) await historyChains(sql);
      expect(existsSync(join(folder, "unfinished-restore"))).toBe(false);
      expect((await filesIn(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
    async end({ direct, sql, proxy, folder }) {
      await sql.end();
      await proxy.close();
      await dropTestDatabase(direct);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const versions = async (sql: Sql) =>
  (await sql`select version from supabase_migrations.schema_migrations order by 1`).map(
    ({ version }) => version as string,
  );

/** A start of this program with a database from just before the baseline. */
export async function upgrading(site: FaultySite): Promise<Operation<Omit<Target, "folder">>> {
  const earlier = await earlierSite();
  const before = await versions(earlier.sql);
  await earlier.sql.end();
  const template = new URL(earlier.databaseUrl).pathname.slice(1);
  const cluster = connect(inject("clusterUrl"), 1);
  const all = await versions(site.sql);
  const start = ({ proxy }: { proxy: Target["proxy"] }) =>
    prepareDatabase(
      proxy.url,
      readEnv({ DATABASE_URL: proxy.url, DATA_DIR: site.t.env.dataDir, UPGRADE_BACKUP: "off" }),
      silent,
    );
  return {
    name: "an upgrade",
    seams: ["database"],
    async arrange() {
      const name = `test_${randomBytes(6).toString("hex")}`;
      await cluster.unsafe(`create database ${name} template ${template}`);
      const direct = withDatabase(inject("clusterUrl"), name);
      return { direct, sql: connect(direct, 1), proxy: await throughDatabase(direct, site.calls) };
    },
    work: start,
    async applied({ sql }) {
      const ran = await versions(sql);
      // The baseline runs as one step, and later migrations in their order.
      if (ran[0] === before[0]) expect(ran).toEqual(before);
      else {
        expect(ran).toEqual(all.slice(0, ran.length));
        expect(ran.filter(isBaseline)).toEqual(all.filter(isBaseline));
      }
      const [program] = await sql`select value from loading_dock.state where key = 'program'`;
      return ran.length === all.length && program !== undefined;
    },
    again: start,
    async leftovers({ sql }) {
      await databaseAtRest(sql);
      const [row] = await sql`select to_regproc('private.history_breaks') is not null as there`;
      if (row?.there) await historyChains(sql);
      expect(await sql`select email from contact_submissions`).toMatchObject([
        { email: "ana@example.com" },
      ]);
    },
    async end({ direct, sql, proxy }) {
      await sql.end();
      await proxy.close();
      await dropTestDatabase(direct);
    },
  };
}
