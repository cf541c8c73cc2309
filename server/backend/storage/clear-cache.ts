import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** No resize takes nearly this long. */
const OLD_MS = 60 * 60_000;
const UNFINISHED = /\.(original|part)$/;

/**
 * Removes what killed processes left in the folder of resized images.
 * @param cache another process may be writing to it
 */
export async function clearCache(cache: string, now = Date.now()): Promise<void> {
  const entries = await readdir(cache, { recursive: true, withFileTypes: true }).catch(none);
  for (const entry of entries) {
    if (!entry.isFile() || !UNFINISHED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(none);
    if ("mtimeMs" in found && now - found.mtimeMs > OLD_MS) await rm(path, { force: true });
  }
}

function none(error: NodeJS.ErrnoException): [] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
