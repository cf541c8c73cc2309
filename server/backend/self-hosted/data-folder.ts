import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeOnce } from "#server/backend/files.ts";
import type { Query } from "#server/backend/postgres/pool.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

/** Class ID of the advisory locks for data folders; the number is arbitrary. */
const LOCKS = 7_031_958;

/**
 * A number for the place where a process stores files, so that processes on one database can compare. It
 * identifies the S3 bucket, or a data folder by an ID in a file of it: its path may differ elsewhere.
 */
export async function folderNumber({ dataDir, s3 }: Env): Promise<number> {
  // Without the endpoint, since one bucket may have several addresses.
  if (s3) return numberOf(`s3://${s3.bucket}`);
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "folder-id");
  if (!existsSync(file)) await writeOnce(file, randomUUID());
  return numberOf(await readFile(file, "utf8"));
}

const numberOf = (id: string) => createHash("sha256").update(id).digest().readUInt32BE() >>> 1;

/**
 * Holds the folder's lock until the session ends. The database notices within a minute that a machine is
 * gone, so that its folder no longer counts as in use.
 */
export const holdFolder = (folder: number) =>
  `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  select pg_advisory_lock_shared(${LOCKS}, ${folder})`;

/** @throws SettingError when a process with another folder or bucket serves the same database */
export async function refuseOtherFolder(query: Query, folder: number): Promise<void> {
  const others = await query`
    select from pg_locks
    where locktype = 'advisory' and classid = ${LOCKS}::oid and objsubid = 2 and objid <> ${folder}::oid
      and database = (select oid from pg_database where datname = current_database())`;
  if (others.length > 0)
    throw new SettingError(
      "Another process with this DATABASE_URL stores files elsewhere, so files that one stores are missing in the other. Give both the same S3 settings, or one DATA_DIR and no S3 settings. To move the files, stop the other process first.",
    );
}
