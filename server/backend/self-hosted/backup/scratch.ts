import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { postgresBinaries } from "#server/backend/postgres/binaries.ts";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { stopOrphanedServer } from "#server/backend/postgres/running.ts";
import { startPostgres } from "#server/backend/postgres/server.ts";
import { databaseUser } from "#server/backend/postgres/user.ts";

/** In DATA_DIR, next to the site's database: the database's system user can reach both. */
const scratchOf = (dataDir: string) => join(dataDir, "backup-proof");

const FOLDER_MODE = 0o711;

/**
 * A temporary PostgreSQL to verify one backup. The site's server is not involved, and the one in
 * DATABASE_URL may not let us create databases.
 * @param left collects the cleanup, for callers that abort the work
 * @param work gets a superuser's connection and an empty folder
 */
export async function withScratch<T>(
  dataDir: string,
  left: (() => Promise<unknown>)[],
  work: (sql: Sql, folder: string) => Promise<T>,
): Promise<T> {
  await clearScratch(dataDir);
  const scratch = scratchOf(dataDir);
  const folder = join(scratch, "files");
  await mkdir(scratch, { mode: FOLDER_MODE });
  await mkdir(folder, { mode: 0o700 });
  const server = await startPostgres({
    folder: join(scratch, "postgres"),
    password: randomBytes(12).toString("hex"),
    maxConnections: 8,
    durable: false,
  }).catch(async (error) => {
    await clearScratch(dataDir);
    throw error;
  });
  const sql = connect(server.url, 1);
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= (async () => {
      await sql.end({ timeout: 0 });
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
    })();
    return ending;
  };
  left.push(end);
  try {
    return await work(sql, folder);
  } finally {
    await end();
  }
}

/** Whether a verification is running in this folder, or was when its program ended. */
export const hasScratch = (dataDir: string): boolean => existsSync(scratchOf(dataDir));

/** Removes what a killed program left, and stops its database. The caller holds the backup lock. */
export async function clearScratch(dataDir: string): Promise<void> {
  const scratch = scratchOf(dataDir);
  const folder = join(scratch, "postgres");
  const binaries = await postgresBinaries();
  await stopOrphanedServer(binaries, databaseUser([binaries.postgres, folder]), folder);
  await rm(scratch, { recursive: true, force: true });
}
