import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SettingError } from "#server/runtime/env.ts";

export interface DataLock {
  release(): void;
}

/**
 * Locks the data folder for this process. It uses the lock that SQLite takes on an empty file,
 * since Node has no file locks. The operating system releases it however the process ends, so a
 * crash leaves nothing behind. It works the same on Linux, macOS and Windows.
 * @throws SettingError when another live process holds it, or the folder isn't writable
 */
export function lockDataDir(dataDir: string): DataLock {
  const database = openLock(dataDir);
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

function openLock(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true });
    const file = join(dataDir, "lock");
    // SQLite's own error would not say why.
    closeSync(openSync(file, "a"));
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new SettingError(
      `DATA_DIR ${dataDir} can't be used (${(error as NodeJS.ErrnoException).code}). Set it to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

function owner(dataDir: string): string {
  try {
    return ` (${Number(readFileSync(join(dataDir, "lock.pid"), "utf8"))})`;
  } catch {
    return "";
  }
}
