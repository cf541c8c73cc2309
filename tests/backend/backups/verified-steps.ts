import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { type RunParts, runBackup } from "#server/backend/self-hosted/backup/run.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { readEnv } from "#server/runtime/env.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { picture } from "#tests/support/samples/png.ts";

export let t: TestBackend;
export let place: string;
export let parts: RunParts;
export const never = new AbortController().signal;

/** What a backup of this site needs, with changed settings. */
export async function partsWith(settings: Record<string, string> = {}): Promise<RunParts> {
  const { databaseUrl = "", dataDir } = t.env;
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BACKUP_TO: place,
    ...settings,
  });
  const seal = await sealWith(env.backupKey);
  const files = openFiles(env);
  return { databaseUrl, dataDir, files, store: openStore(env), seal, stop: never, reserved: 0 };
}

export function withSite() {
  beforeAll(async () => {
    t = await openTestBackend();
    const bucket = (await t.admin()).storage.from("media");
    for (const [name, color] of [
      ["one", "#1f6e4d"],
      ["two", "#000000"],
      ["same", "#000000"],
    ] as const)
      await bucket.upload(`uploads/${name}.png`, (await picture(`${name}.png`, color)).buffer);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    place = join(t.env.dataDir, `place-${++count}`);
    await t.sql`update private.backup_state set site = gen_random_uuid(), warned_at = null`;
    await t.sql`delete from public.backup_runs`;
    parts = await partsWith();
  });
}

let count = 0;

export async function made(more: Partial<RunParts> = {}) {
  const proof = await runBackup({ ...parts, ...more });
  if (typeof proof === "string") throw new Error(proof);
  return proof;
}

export const last = async () => {
  const [row] = await t.sql`select * from public.backup_runs order by began_at desc limit 1`;
  return row;
};

/** Whatever a backup must clean up: unfinished files, and the database that verifies it. */
export const leftovers = async () => {
  const found = await readdir(t.env.dataDir, { recursive: true });
  return found.filter((name) => /\.part$|^backup-proof|^unfinished-backups\/./.test(name));
};
