import { randomUUID } from "node:crypto";
import { link, open, rm, writeFile } from "node:fs/promises";

/** A renamed or removed file stays so after a power failure only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** For `catch`: what counts instead of a file or folder that doesn't exist. Other errors are thrown again. */
export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== "ENOENT") throw error;
    return instead;
  };

/** Creates a file. If several processes do at once, the first one's text wins, and none reads a partial file. */
export async function writeOnce(file: string, text: string, mode?: number): Promise<void> {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, text, { mode, flush: true });
  // It never overwrites.
  await link(own, file).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own);
}
