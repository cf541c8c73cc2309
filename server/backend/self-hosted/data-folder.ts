import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Query } from "#server/backend/postgres/pool.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

/** Of the advisory locks that name data folders; the number is arbitrary. */
const LOCKS = 7_031_958;

/**
 * The number by which processes on one database know a data folder, from an id in a file of it: the same folder
 * may have another path elsewhere.
 * @returns nothing where files lie in S3, so that folders may differ
 */
export async function folderNumber({ dataDir, s3 }: Env): Promise<number | undefined> {
  if (s3) return undefined;
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "folder-id");
  if (!existsSync(file)) await writeOnce(file, randomUUID());
  const id = await readFile(file, "utf8");
  return createHash("sha256").update(id).digest().readUInt32BE() >>> 1;
}

/** Of several processes that start at once the first one's text stays, and none reads half of it. */
async function writeOnce(file: string, text: string) {
  const own = `${file}.${text}`;
  await writeFile(own, text);
  await link(own, file).catch((cause) => {
    if (cause.code !== "EEXIST") throw cause;
  });
  await rm(own);
}

/**
 * Holds the folder's lock until the session ends. The database finds out within a minute that a machine is gone: its
 * folder must not be in use any longer.
 */
export const holdFolder = (folder: number) =>
  `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  select pg_advisory_lock_shared(${LOCKS}, ${folder})`;

/** @throws SettingError when a process with another folder serves the same database */
export async function refuseOtherFolder(query: Query, folder: number): Promise<void> {
  const others = await query`
    select from pg_locks
    where locktype = 'advisory' and classid = ${LOCKS}::oid and objsubid = 2 and objid <> ${folder}::oid
      and database = (select oid from pg_database where datname = current_database())`;
  if (others.length > 0)
    throw new SettingError(
      "Another process uses this DATABASE_URL with another DATA_DIR, so files that one stores are missing in the other. Share one DATA_DIR between them, or set S3_ENDPOINT and the other S3 settings. To move to another folder, stop the other process first.",
    );
}
