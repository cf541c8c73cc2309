import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "#server/runtime/env.ts";

/**
 * The key that encrypts the secrets of authenticator apps: the setting's, or a file's in DATA_DIR. The first
 * start creates the file. No backup contains it, and making new keys keeps it, because all apps would stop.
 * @returns undefined when several processes share a database and have no setting to share
 */
export async function readFactorKey({
  secondFactorKey,
  databaseUrl,
  dataDir,
}: Env): Promise<string | undefined> {
  if (secondFactorKey || databaseUrl) return secondFactorKey;
  const file = join(dataDir, "second-factor-key");
  const known = await readFile(file, "utf8").catch(ifMissing("ENOENT"));
  if (known) return known;
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true });
  // Of several workers that start at once, one creates it; `link` never overwrites.
  await link(unfinished, file).catch(ifMissing("EEXIST"));
  await rm(unfinished);
  return readFile(file, "utf8");
}

/** @returns undefined for this error code */
const ifMissing = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};
