import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { fromFile, restore } from "#server/backend/self-hosted/backup/restore.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

const { signal } = new AbortController();

/** Writes a backup of a database, with its files, at once. */
export const backUp = (databaseUrl: string, dataDir: string, file: string) =>
  writeBackup({
    databaseUrl,
    dataDir,
    file,
    withFiles: true,
    quietMs: 60_000,
    stop: signal,
    say() {},
  });

/** The site that `file` is a backup of. */
export let t: TestBackend;
let file: string;
export function withBackup() {
  beforeAll(async () => {
    t = await openTestBackend();
    file = join(t.env.dataDir, "site.tar.gz");
    await backUp(t.env.databaseUrl as string, t.env.dataDir, file);
  });
  afterAll(() => t.close());
}

/** @param fails matches the step that fails */
export async function restoreOnce(databaseUrl: string, fails = /^nothing/) {
  const scratch = join(t.env.dataDir, "unfinished-restore");
  await mkdir(scratch);
  const begin = (step: string) => {
    if (fails.test(step)) throw new Error("the disk is broken");
  };
  return restore({
    databaseUrl,
    scratch,
    source: fromFile(file, await sealWith(undefined)),
    files: diskStore(join(t.env.dataDir, "restored")),
    progress: { signal, moved() {}, begin },
  }).finally(() => rm(scratch, { recursive: true }));
}
