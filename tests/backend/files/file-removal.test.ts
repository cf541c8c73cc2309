import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { openPool } from "#server/backend/postgres/pool.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { lockFiles } from "#server/backend/storage/files-lock.ts";
import { s3Store } from "#server/backend/storage/open-files.ts";
import { clearCache, fileRemoval } from "#server/backend/storage/remove-files.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { fromNow } from "#tests/support/clock.ts";

// Disables the server's own job, which would remove due files before a test does.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

let t: TestBackend;
let pool: ReturnType<typeof openPool>;
const log = createLog("silent");

beforeAll(async () => {
  t = await openTestBackend();
  pool = openPool(t.env.databaseUrl ?? "", log, 4);
});
afterAll(async () => {
  await pool.end();
  await t.close();
});

const due = () => t.sql`select version from loading_dock.files_to_remove where due_at <= now()`;

/** A file left by a process that died between writing it and adding its row. */
async function strandedFile(version: string) {
  const folder = join(t.env.dataDir, "media", version.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, version), "bytes");
  await t.sql`insert into loading_dock.files_to_remove (version) values (${version})`;
  return join(folder, version);
}

test("removes a file that was written but never recorded", async () => {
  const path = await strandedFile("aa000000-0000-4000-8000-000000000001");
  const store = diskStore(join(t.env.dataDir, "media"));
  await fileRemoval(pool, store, join(t.env.dataDir, "media-cache"), log).run();
  expect(existsSync(path)).toBe(false);
  expect(await due()).toHaveLength(0);
});

test("removes half-written files with their version", async () => {
  const version = "dd000000-0000-4000-8000-000000000004";
  const media = join(t.env.dataDir, "media");
  const s3 = {
    endpoint: "http://127.0.0.1:9",
    bucket: "b",
    accessKeyId: "k",
    secretAccessKey: "s",
  };
  const waiting = join(t.env.dataDir, "media-upload");
  await Promise.all([media, waiting].map((folder) => mkdir(folder, { recursive: true })));
  const left = [join(media, `.${version}.part`), join(waiting, `${version}.part`)];
  for (const path of left) await writeFile(path, "half");
  await diskStore(media).remove(version);
  await expect(s3Store(s3, waiting).remove(version)).rejects.toThrow();
  expect(left.map(existsSync)).toEqual([false, false]);
});

test("removes only old unfinished files from the image cache", async () => {
  const cache = join(t.env.dataDir, "old-cache");
  await mkdir(join(cache, "ab"), { recursive: true });
  for (const name of ["320.webp", "320.webp.7.part", "320.webp.7.original"])
    await writeFile(join(cache, "ab", name), "x");
  await clearCache(cache);
  expect(await readdir(join(cache, "ab"))).toHaveLength(3);
  await clearCache(cache, fromNow(2 * 60 * 60_000).getTime());
  expect(await readdir(join(cache, "ab"))).toEqual(["320.webp"]);
  await clearCache(join(cache, "none"));
});

test("retries a failed removal next time", async () => {
  const version = "bb000000-0000-4000-8000-000000000002";
  await strandedFile(version);
  const remove = vi.fn().mockRejectedValueOnce(new Error("disk is busy")).mockResolvedValue(null);
  const store = { ...diskStore(join(t.env.dataDir, "media")), remove };
  const removal = fileRemoval(pool, store, join(t.env.dataDir, "media-cache"), log);
  await removal.run();
  expect(await t.sql`select 1 from loading_dock.files_to_remove`).toHaveLength(1);
  await t.sql`update loading_dock.files_to_remove set due_at = now()`;
  await removal.run();
  expect(remove).toHaveBeenCalledTimes(2);
  expect(await t.sql`select 1 from loading_dock.files_to_remove`).toHaveLength(0);
});

test("nothing is removed while a backup is written", async () => {
  const path = await strandedFile("cc000000-0000-4000-8000-000000000003");
  const store = diskStore(join(t.env.dataDir, "media"));
  const removal = fileRemoval(pool, store, join(t.env.dataDir, "media-cache"), log);
  const backup = connect(t.env.databaseUrl ?? "", 1);
  const [{ pid } = {}] = await backup`select pg_backend_pid() as pid`;
  await lockFiles(backup);
  await removal.run();
  expect(existsSync(path)).toBe(true);
  await backup.end();
  // The lock stays until the database notices.
  await vi.waitUntil(
    async () => (await t.sql`select from pg_stat_activity where pid = ${pid}`).length === 0,
  );
  await removal.run();
  expect(existsSync(path)).toBe(false);
});
