import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { runningPostgres } from "#server/backend/postgres/running.ts";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import type { Backend } from "#server/backend/types.ts";
import { clientOf, openEmbedded } from "#tests/support/backend.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { people } from "#tests/support/people.ts";
import { runCli, startCli } from "#tests/support/programs.ts";
import { picture } from "#tests/support/samples/png.ts";

let folder: string;
let site: Backend;
let sql: Sql;
const dataDir = (name: string) => join(folder, name);

const open = (name: string) => openEmbedded(dataDir(name));

async function databaseUrl(name: string): Promise<string> {
  const password = await readFile(join(dataDir(name), "database-password"), "utf8");
  return runningPostgres(join(dataDir(name), "postgres"), password) as string;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  site = await open("site");
  sql = connect(await databaseUrl("site"), 2);
});
afterAll(async () => {
  await sql.end();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Files of unfinished backups in a data folder, by name. */
async function unfinished(name = "site"): Promise<string[]> {
  return readdir(join(dataDir(name), "unfinished-backups"), { recursive: true });
}

/** Acts on a backup while it waits for a table that another transaction has locked. */
async function whileItWaits(name: string, act: (child: ChildProcess) => void) {
  const { child, ended } = startCli("backup", [join(folder, name)], { DATA_DIR: dataDir("site") });
  return sql.begin(async (tx) => {
    await tx`lock table public.services in access exclusive mode`;
    // The site's own jobs may also wait for the table.
    await vi.waitUntil(async () => {
      // A transaction caches its first statistics until they are cleared.
      await tx`select pg_stat_clear_snapshot()`;
      const copying = await tx`select pid from pg_stat_activity
        where wait_event_type = 'Lock' and query ilike 'copy %'`;
      return copying.length > 0;
    });
    act(child);
    return ended;
  });
}

test("names a missing file, and restores the rest", async () => {
  const client = clientOf(site);
  await client.auth.signInWithPassword(people.admin);
  const { buffer: stored } = await picture("kept.png");
  const { buffer: gone } = await picture("gone.png", "#000000");
  await client.storage.from("media").upload("uploads/kept.png", stored);
  await client.storage.from("media").upload("uploads/gone.png", gone);
  const [row] = await sql`select version from storage.objects where name = 'uploads/gone.png'`;
  await rm(join(dataDir("site"), "media", row?.version.slice(0, 2), row?.version));
  const before = await sql`select * from public.services order by id`;

  const file = join(folder, "with-a-gap.tar.gz");
  const backup = await runCli("backup", [file], { DATA_DIR: dataDir("site") });
  expect(backup.code).toBe(1);
  expect(backup.said).toMatch(
    /has \d+ rows and 1 files\. .*missing on the disk and not in the backup:\n {2}uploads\/gone\.png\n/,
  );
  expect(await readdir(folder)).not.toContain("with-a-gap.tar.gz.part");
  expect(await unfinished()).toEqual([]);

  const restore = await runCli("restore", [file], { DATA_DIR: dataDir("copy") });
  expect(restore).toEqual({
    code: 0,
    said: expect.stringMatching(/missing.*\n {2}uploads\/gone\.png\n$/),
  });
  const copy = await open("copy");
  const there = connect(await databaseUrl("copy"), 1);
  expect(await there`select * from public.services order by id`).toEqual(before);
  const entries = await there`
    select actor, about::timestamptz < at as dated from private.audit_log where kind = 'backup_restored'`;
  expect(entries).toEqual([{ actor: "command line", dated: true }]);
  await there.end();
  const files = clientOf(copy).storage.from("media");
  const { data } = await files.download("uploads/kept.png");
  expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer)).toEqual(stored);
  expect((await files.download("uploads/gone.png")).error).not.toBeNull();
  await copy.close();
  await client.storage.from("media").remove(["uploads/gone.png"]);
});

test("leaves nothing behind when a backup is stopped", async () => {
  const { code, said } = await whileItWaits("ended.tar.gz", (child) => child.kill("SIGTERM"));
  expect({ code, said }).toEqual({ code: 143, said: "Stopped before finishing.\n" });
  expect(await unfinished()).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith("ended"))).toEqual([]);
});

test("cleans up after a killed backup in the next one", async () => {
  await whileItWaits("killed.tar.gz", (child) => child.kill("SIGKILL"));
  expect(await unfinished()).not.toEqual([]);
  expect(await readdir(folder)).toContain("killed.tar.gz.part");
  const next = await runCli("backup", [join(folder, "next.tar.gz")], { DATA_DIR: dataDir("site") });
  expect(next.code).toBe(0);
  expect(await unfinished()).toEqual([]);
  expect((await readdir(folder)).filter((name) => /^killed|\.part$/.test(name))).toEqual([]);
});

test("gives up a stalled backup, says where, and frees the database", async () => {
  const steps: string[] = [];
  const attempt = sql.begin(async (tx) => {
    await tx`lock table public.services in access exclusive mode`;
    await writeBackup({
      databaseUrl: await databaseUrl("site"),
      dataDir: dataDir("site"),
      file: join(folder, "stuck.tar.gz"),
      withFiles: true,
      // Not injected: The table stays locked for longer; each earlier step has this long to make progress.
      quietMs: 1_500,
      stop: new AbortController().signal,
      say: (line) => steps.push(line),
    });
  });
  await expect(attempt).rejects.toThrow(
    "Stopped: no progress for 1.5 seconds while copying public.services.",
  );
  expect(steps.at(-1)).toBe("Copying public.services");
  expect(await unfinished()).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith("stuck"))).toEqual([]);
  await vi.waitUntil(
    async () => (await sql`select 1 from pg_locks where locktype = 'advisory'`).length === 0,
  );
});

test("refuses an unwritable place before starting", async () => {
  const file = join(folder, "no-such-folder", "backup.tar.gz");
  const { code, said } = await runCli("backup", [file], { DATA_DIR: dataDir("site") });
  expect(code).toBe(1);
  expect(said).toBe(
    `${file} can't be written (ENOENT). Name a file in a folder that this user may write to.\n`,
  );
});

test("leaves files in S3 to the storage, and says so", async () => {
  const file = join(folder, "rows.tar.gz");
  const s3 = { S3_ENDPOINT: "http://s3.test", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k" };
  const settings = { ...s3, S3_SECRET_ACCESS_KEY: "s", DATA_DIR: dataDir("site") };
  const { code, said } = await runCli("backup", [file], settings);
  expect(code).toBe(0);
  expect(said).toMatch(/has \d+ rows\. Files in S3 aren't included/);
});

test("starts again after a killed restore", async () => {
  const file = join(folder, "for-restore.tar.gz");
  await runCli("backup", [file], { DATA_DIR: dataDir("site") });
  await mkdir(join(dataDir("half"), "unfinished-restore", "tables"), { recursive: true });
  await mkdir(join(dataDir("half"), "postgres"));
  await expect(open("half")).rejects.toThrow("holds an unfinished restore");
  expect(await runCli("restore", [file], { DATA_DIR: dataDir("half") })).toMatchObject({
    code: 0,
  });
  expect(existsSync(join(dataDir("half"), "unfinished-restore"))).toBe(false);
  const backend = await open("half");
  await backend.close();
});
