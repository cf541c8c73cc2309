import { existsSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "#server/backend/files.ts";

/** The folders of PostgreSQL's data during a major version upgrade. */
export const clusterFolders = (dataDir: string) => ({
  /** the live one */
  live: join(dataDir, "postgres"),
  /** the new version's, while it is being filled */
  next: join(dataDir, "postgres-next"),
  /** the old version's, until the new one has served requests */
  before: join(dataDir, "postgres-before"),
});

/** Marker file in `next` once its data is complete. */
const WHOLE = "loading-dock.whole";

/** The major version of the data in a folder, like 17; undefined without data. */
export function majorOfData(folder: string): number | undefined {
  const file = join(folder, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
}

/** Swaps in the new version's data, which is complete and whose server has stopped. */
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
 * Finishes an interrupted swap: between its two renames, `live` doesn't exist. Nothing may be running on
 * these folders.
 */
export async function finishInterruptedSwap(dataDir: string): Promise<void> {
  const { live, next, before } = clusterFolders(dataDir);
  if (existsSync(live) || !existsSync(before)) return;
  await rename(existsSync(join(next, WHOLE)) ? next : before, live);
  await syncFolder(dataDir);
}

/** Removes the old data once the new version works. It is also in the backup made before. */
export async function removeOldCluster(dataDir: string): Promise<void> {
  await rm(clusterFolders(dataDir).before, { recursive: true, force: true });
}
