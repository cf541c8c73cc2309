import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, inject, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import type { Backend } from "#server/backend/types.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A database, and functions that open a process on it and wait for the end of all. */
async function site() {
  const url = await createTestDatabase(inject("clusterUrl"));
  closing.push(() => dropTestDatabase(url));
  const sql = connect(url, 1);
  closing.push(() => sql.end());
  /** Waits until the database has noticed that no process is connected anymore, which ends their locks. */
  const unused = () =>
    vi.waitUntil(
      async () =>
        (
          await sql`select from pg_locks where locktype = 'advisory' and objsubid = 2
            and database = (select oid from pg_database where datname = current_database())`
        ).length === 0,
    );
  const open = async (dataDir: string, settings: Record<string, string> = {}): Promise<Backend> => {
    const env = readEnv({ DATABASE_URL: url, DATA_DIR: dataDir, ...settings });
    const backend = await openBackend(env, createLog("silent"));
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= backend.close();
      return closed;
    };
    closing.push(close);
    return { ...backend, close };
  };
  return { open, unused };
}

const REFUSED = /^Another process with this DATABASE_URL stores files elsewhere/;

test("refuses to start with another folder while one is serving", async () => {
  const { open, unused } = await site();
  const first = await open(await temporaryFolder());
  const other = await temporaryFolder();
  await expect(open(other)).rejects.toThrow(REFUSED);
  await first.close();
  await unused();
  await open(other);
});

test("processes with the same folder may replace each other", async () => {
  const { open } = await site();
  const folder = await temporaryFolder();
  const [first] = await Promise.all([open(folder), open(folder)]);
  const id = await readFile(join(folder, "folder-id"), "utf8");
  await first.close();
  await open(folder);
  expect(await readFile(join(folder, "folder-id"), "utf8")).toBe(id);
});

test("allows different folders with S3", async () => {
  const s3 = await fakeS3();
  closing.push(s3.close);
  const { open } = await site();
  await open(await temporaryFolder(), s3.settings);
  await open(await temporaryFolder(), s3.settings);
});

test("a process without S3, or with another bucket, does not start while one with S3 serves", async () => {
  const s3 = await fakeS3();
  closing.push(s3.close);
  const { open, unused } = await site();
  const folder = await temporaryFolder();
  const first = await open(folder, s3.settings);
  await expect(open(folder)).rejects.toThrow(REFUSED);
  const bucket = { ...s3.settings, S3_BUCKET: "other" };
  await expect(open(folder, bucket)).rejects.toThrow(REFUSED);
  await first.close();
  await unused();
  await open(folder);
  await expect(open(folder, s3.settings)).rejects.toThrow(REFUSED);
});

test("lets at most one of two different folders serve", async () => {
  const { open } = await site();
  const folders = [await temporaryFolder(), await temporaryFolder()];
  const started = await Promise.allSettled(folders.map((folder) => open(folder)));
  expect(started.filter(({ status }) => status === "fulfilled").length).toBeLessThan(2);
});
