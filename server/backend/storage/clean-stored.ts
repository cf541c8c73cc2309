import { randomUUID } from "node:crypto";
import { isPlain } from "#contract/pictures/index.ts";
import { type DiskSpace, diskFull, isDiskFull } from "#server/backend/disk-space.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { type Pool, queryOn, transaction } from "#server/backend/postgres/pool.ts";
import { toNode } from "#server/backend/streams.ts";
import { cleanInto, uncleanFile } from "./clean-picture.ts";
import type { MediaStore } from "./disk-store.ts";
import { mediaObjects, nextUnclean, replaceWithCleaned, type Unclean } from "./objects.ts";

export interface CleaningParts {
  /** a pool of the database owner */
  pool: Pool;
  store: MediaStore;
  /** the folder of resized copies */
  cache: string;
  diskSpace: Pick<DiskSpace, "while">;
  stop: AbortSignal;
  /** called for each image that was checked */
  progress: (line: string) => void;
}

/** The results for images that were stored before uploads were cleaned. */
export interface Outcome {
  looked: number;
  cleaned: number;
  /** by name in the bucket: why the file is unchanged */
  left: { name: string; why: string }[];
}

/**
 * Removes from stored images what an upload removes today. Each is handled and marked separately, so a
 * stopped run continues where it ended. A cleaned file gets a new version, and thus a new ETag and new
 * copies.
 */
export async function cleanStored(parts: CleaningParts): Promise<Outcome> {
  const query = queryOn(parts.pool);
  const outcome: Outcome = { looked: 0, cleaned: 0, left: [] };
  let file = await nextUnclean(query, "");
  for (; file; file = await nextUnclean(query, file.name)) {
    parts.stop.throwIfAborted();
    if (isPlain(file.type)) {
      await replaceWithCleaned(query, file);
      continue;
    }
    outcome.looked += 1;
    const why = await cleanOne(parts, file).catch(inWords);
    if (why === true) outcome.cleaned += 1;
    else if (why) outcome.left.push({ name: file.name, why });
    parts.progress(
      `${outcome.looked}. ${file.name}: ${why === true ? "cleaned" : (why ?? "nothing to remove")}`,
    );
  }
  return outcome;
}

/** @returns true when something was removed */
async function cleanOne({ pool, store, cache, diskSpace }: CleaningParts, file: Unclean) {
  const version = randomUUID();
  await mediaObjects(pool).removeUnlessStored(version);
  const original = toNode(await store.read(file.version));
  const put = async (clean: Parameters<MediaStore["put"]>[1], changed: boolean) =>
    changed
      ? { version, size: await store.put(version, diskSpace.while(clean), file.type) }
      : undefined;
  const unclean = uncleanFile(cache, version);
  const clean = await cleanInto(diskSpace.while(original), unclean, put, { bounded: false });
  const done = await transaction(pool, (tx) => replaceWithCleaned(tx, file, clean));
  return clean && done ? true : undefined;
}

/** An image that can't be cleaned doesn't stop the others. */
function inWords(error: NodeJS.ErrnoException): string {
  if (isDiskFull(error)) throw diskFull(error);
  if (error instanceof HttpError && error.code !== "no_room") return error.message;
  if (error.code === "ENOENT" || /^S3 answered 404/.test(error.message))
    return "Its file is missing.";
  throw error;
}
