import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SettingError } from "../env.ts";

export interface DataLock {
  release(): void;
}

/**
 * Takes the data folder for this process alone. The lock is the one that SQLite takes on an empty
 * file: the operating system drops it when the process ends, however it ends, so a crash leaves
 * nothing behind, and it is the same on Linux, macOS and Windows (Node itself offers no file lock).
 * @throws SettingError when another living process holds it
 */
export function lockDataDir(dataDir: string): DataLock {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "lock");
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new SettingError(
      `${dataDir} is in use by another process${owner(dataDir)}. Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(join(dataDir, "lock.pid"), String(process.pid));
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;

function owner(dataDir: string): string {
  try {
    return ` (${Number(readFileSync(join(dataDir, "lock.pid"), "utf8"))})`;
  } catch {
    return "";
  }
}
