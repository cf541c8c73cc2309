import { existsSync, statSync } from "node:fs";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { clusterFolders } from "#server/backend/self-hosted/upgrade/cluster-folders.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

const AS_SERVICE =
  "With the systemd unit, run commands as docs/deploy.md says: sudo loading-dock admin add you@example.com";

/**
 * Refuses a data folder that belongs to another system user: what a command writes there, the server could not read.
 * @param uid of this process; left out where there are none
 */
export function requireOwner({ dataDir }: Pick<Env, "dataDir">, uid = process.getuid?.()): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || uid === undefined || owner === uid) return;
  throw new SettingError(
    `DATA_DIR ${dataDir} belongs to user ${owner}, and this command runs as user ${uid}. Run it as the folder's owner. ${AS_SERVICE}`,
  );
}

/** Refuses settings that lead to no site: a command that made a new one would report success. */
export function requireFolder({ dataDir }: Pick<Env, "dataDir">): void {
  if (Object.values(clusterFolders(dataDir)).some(existsSync)) return;
  throw new SettingError(
    `There is no site in DATA_DIR ${dataDir}. Set DATA_DIR to the site's folder; a new site is made by npm start. ${AS_SERVICE}`,
  );
}

/** The same of a database by DATABASE_URL. */
export async function requireTables(sql: Sql): Promise<void> {
  const [found] = await sql`select to_regclass('public.contact_submissions') as leads`;
  if (found?.leads) return;
  throw new SettingError(
    `There is no site in the database of DATABASE_URL. Check its name; a new site is made by npm start. ${AS_SERVICE}`,
  );
}
