import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Folder in DATA_DIR with a subfolder for each unfinished backup. */
const FOLDER = "unfinished-backups";
const ARCHIVE_PATH = "archive-path";

export interface Unfinished {
  /** where rows are collected */
  folder: string;
  /** the partial archive, next to its final path */
  archive: string;
  remove(): Promise<void>;
}

/**
 * Prepares a folder for a new backup, after clearing what a killed one left behind. The caller
 * holds the lock that allows only one backup of this data, so everything found here is dead.
 * @param file the archive's final path; omitted: it is written elsewhere
 */
export async function beginUnfinished(dataDir: string, file = ""): Promise<Unfinished> {
  const all = join(dataDir, FOLDER);
  await clearUnfinished(dataDir);
  await mkdir(all, { recursive: true, mode: 0o700 });
  const folder = join(all, randomUUID());
  const archive = file && resolve(`${file}.part`);
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, ARCHIVE_PATH), archive).catch(async (error) => {
    await clear(folder);
    throw error;
  });
  return { folder, archive, remove: () => clear(folder) };
}

/** Removes what killed backups left: rows of the whole site. The caller holds the same lock. */
export async function clearUnfinished(dataDir: string): Promise<void> {
  const all = join(dataDir, FOLDER);
  if (!existsSync(all)) return;
  for (const name of await readdir(all)) await clear(join(all, name));
}

async function clear(folder: string) {
  const archive = await readFile(join(folder, ARCHIVE_PATH), "utf8").catch(() => undefined);
  if (archive) await rm(archive, { force: true });
  await rm(folder, { recursive: true, force: true });
}
