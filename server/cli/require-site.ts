import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { clusterFolders } from "#server/backend/self-hosted/upgrade/cluster-folders.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

const AS_SERVICE =
  "With the systemd unit, run commands as docs/deploy.md says: sudo loading-dock admin add you@example.com";

type Folders = Pick<Env, "dataDir" | "backupTo">;

/**
 * Refuses folders that belong to another system user: what a command writes there, the server could not read. Root may
 * write everywhere, so for root this includes BACKUP_TO, and folders that are not there yet and would be made in another
 * user's folder.
 * @param uid of this process; left out where there are none
 * @param ownerOf the owner of a folder; nothing where there is none
 */
export function requireOwner(
  { dataDir, backupTo }: Folders,
  uid = process.getuid?.(),
  ownerOf = statOwner,
): void {
  if (uid === undefined) return;
  const nearest = (folder: string): number | undefined => {
    const parent = dirname(folder);
    return ownerOf(folder) ?? (parent === folder ? undefined : nearest(parent));
  };
  const refuseOthers = (setting: string, folder: string, owner: number | undefined) => {
    if (owner === undefined || owner === uid) return;
    throw new SettingError(
      `${setting} ${folder} belongs to user ${owner}, and this command runs as user ${uid}. Run it as the folder's owner. ${AS_SERVICE}`,
    );
  };
  const asRoot = uid === 0;
  refuseOthers("DATA_DIR", dataDir, asRoot ? nearest(dataDir) : ownerOf(dataDir));
  if (asRoot && !backupTo.startsWith("s3://"))
    refuseOthers("BACKUP_TO", backupTo, nearest(backupTo));
}

function statOwner(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.uid;
  } catch {
    // Below a file, or closed: what uses it says so.
    return undefined;
  }
}

/**
 * Refuses root a new DATA_DIR for a database by DATABASE_URL: each server has one, so the settings are not the server's.
 * Others may have none on this machine, for example in a container for one command.
 */
export function requireDataDir({ dataDir }: Folders, uid = process.getuid?.()): void {
  if (uid !== 0 || existsSync(dataDir)) return;
  throw new SettingError(
    `DATA_DIR ${dataDir} is not there. Set DATA_DIR to the site's folder. ${AS_SERVICE}`,
  );
}

/** Refuses settings that lead to no site: a command that made a new one would report success. */
export function requireFolder({ dataDir }: Folders): void {
  if (Object.values(clusterFolders(dataDir)).some(existsSync)) return;
  throw new SettingError(
    `There is no site in DATA_DIR ${dataDir}. Set DATA_DIR to the site's folder. To create a new site, run npm start. ${AS_SERVICE}`,
  );
}

/** The same of a database by DATABASE_URL. */
export async function requireTables(sql: Sql): Promise<void> {
  const [found] = await sql`select to_regclass('public.contact_submissions') as leads`;
  if (found?.leads) return;
  throw new SettingError(
    `There is no site in the database of DATABASE_URL. Check its name. To create a new site, run npm start. ${AS_SERVICE}`,
  );
}
