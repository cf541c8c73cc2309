import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The folders that PostgreSQL's data lie in while its major version changes. */
export const clusterFolders = (dataDir: string) => ({
  /** the one that is served */
  live: join(dataDir, "postgres"),
  /** of the new version, being filled */
  next: join(dataDir, "postgres-next"),
  /** of the old version, until the new one has served */
  before: join(dataDir, "postgres-before"),
});

/** In `next` once all is in it. */
const WHOLE = "loading-dock.whole";

/** Of the data in a folder, as in 17; nothing where none are. */
export function majorOfData(folder: string): number | undefined {
  const file = join(folder, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
}

/** Puts the new version's data, which are whole and whose server has ended, in the place of the old ones. */
export async function swapClusters(dataDir: string): Promise<void> {
  const { live, next, before } = clusterFolders(dataDir);
  await writeFile(join(next, WHOLE), "", { flush: true });
  await syncFolder(next);
  await rename(live, before);
  await syncFolder(dataDir);
  await rename(next, live);
  await syncFolder(dataDir);
}

/**
 * Ends what a program that was killed has begun: between the two renames of a swap no data are in their place.
 * Nothing runs on these folders.
 */
export async function settleClusters(dataDir: string): Promise<void> {
  const { live, next, before } = clusterFolders(dataDir);
  if (existsSync(live) || !existsSync(before)) return;
  await rename(existsSync(join(next, WHOLE)) ? next : before, live);
  await syncFolder(dataDir);
}

/** The new version serves: the old data go. They are in the backup that was made before, too. */
export async function forgetBefore(dataDir: string): Promise<void> {
  await rm(clusterFolders(dataDir).before, { recursive: true, force: true });
}

async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
