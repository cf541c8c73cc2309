import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#server/backend/files.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";
import type { MediaStore } from "./disk-store.ts";
import { unlessBackingUp } from "./files-lock.ts";
import { variantsFolder } from "./images.ts";

export interface FileRemoval {
  /** Removes the files that are due. Never rejects; failures stay on the list. */
  run(): Promise<void>;
}

/**
 * Processes loading_dock.files_to_remove (see objects.ts). A file that can't be removed now stays
 * on the list, and any process retries a minute later.
 */
export function fileRemoval(pool: Pool, store: MediaStore, cache: string, log: Log): FileRemoval {
  const query = queryOn(pool);
  const removeDue = async () => {
    const due = await query`
      update loading_dock.files_to_remove set due_at = now() + interval '1 minute'
      where version in (
        select version from loading_dock.files_to_remove
        where due_at <= now() order by due_at limit 100 for update skip locked
      )
      returning version`;
    for (const { version } of due) {
      await store.remove(version);
      await rm(variantsFolder(cache, version), { recursive: true, force: true });
      await query`delete from loading_dock.files_to_remove where version = ${version}`;
    }
  };
  return {
    run: () =>
      unlessBackingUp(pool, removeDue).catch((err) =>
        log.warn({ err }, "a removed file is still there; retrying in a minute"),
      ),
  };
}

/** No resize takes nearly this long. */
const OLD_MS = 60 * 60_000;
const UNFINISHED = /\.(original|part)$/;

/**
 * Removes what killed processes left in the folder of resized images.
 * @param cache another process may be writing to it
 */
export async function clearCache(cache: string, now = Date.now()): Promise<void> {
  const entries = await readdir(cache, { recursive: true, withFileTypes: true }).catch(
    ifMissing([]),
  );
  for (const entry of entries) {
    if (!entry.isFile() || !UNFINISHED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(ifMissing(undefined));
    if (found && now - found.mtimeMs > OLD_MS) await rm(path, { force: true });
  }
}
