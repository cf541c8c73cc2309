import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { clusterFolders } from "#server/backend/self-hosted/upgrade/cluster-folders.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

const AS_SERVICE =
  "With the systemd unit, run commands as docs/deploy.md says: sudo loading-dock admin add you@example.com";

type Folders = Pick<Env, "dataDir" | "backupTo">;

/**
 * Refuses folders that belong to another system user, because the server could not read what a command writes
 * there. Root can write everywhere, so for root this includes BACKUP_TO, and folders that don't exist yet and
 * would be created in another user's folder.
 * @param uid the process's; omitted on platforms without user ids
 * @param ownerOf the owner of a folder, or undefined if it doesn't exist
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
    // The path is below a file or not accessible: the code that uses it reports that.
    return undefined;
  }
}

/**
 * Refuses root a new DATA_DIR with DATABASE_URL: every server has one, so these are not the server's
 * settings. Other users may have none on this machine, such as in a container for a single command.
 */
export function requireDataDir({ dataDir }: Folders, uid = process.getuid?.()): void {
  if (uid !== 0 || existsSync(dataDir)) return;
  throw new SettingError(
    `DATA_DIR ${dataDir} doesn't exist. Set DATA_DIR to the site's folder. ${AS_SERVICE}`,
  );
}

/** Refuses settings that lead to no site: a command that created a new one would report success. */
export function requireFolder({ dataDir }: Folders): void {
  if (Object.values(clusterFolders(dataDir)).some(existsSync)) return;
  throw new SettingError(
    `There is no site in DATA_DIR ${dataDir}. Set DATA_DIR to the site's folder. To create a new site, run npm start. ${AS_SERVICE}`,
  );
}

/** Like requireFolder, for a database set by DATABASE_URL. */
export async function requireTables(sql: Sql): Promise<void> {
  const [found] = await sql`select to_regclass('public.contact_submissions') as leads`;
  if (found?.leads) return;
  throw new SettingError(
    `There is no site in the database of DATABASE_URL. Check its name. To create a new site, run npm start. ${AS_SERVICE}`,
  );
}
