import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { needsCleaning } from "#contract/pictures/index.ts";
import { type DiskSpace, diskFull, isDiskFull } from "#server/backend/disk-space.ts";
import { BUCKET, type StorageHandlers } from "#server/backend/gateway/storage.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { callerOf, tokenIn } from "#server/backend/postgres/caller.ts";
import { cleanInto, uncleanFile } from "./clean-picture.ts";
import type { MediaStore } from "./disk-store.ts";
import type { imageVariants } from "./images.ts";
import { mediaType } from "./media-type.ts";
import type { MediaObjects, StoredObject } from "./objects.ts";
import type { FileRemoval } from "./remove-files.ts";
import { serveFile, serveVariant } from "./serve.ts";
import { endedEarly, readUpload } from "./upload-body.ts";

export interface StorageParts {
  objects: MediaObjects;
  store: MediaStore;
  variants: ReturnType<typeof imageVariants>;
  /** the folder of resized copies and of unfinished files */
  cache: string;
  removal: FileRemoval;
  diskSpace: DiskSpace;
  signing: { readonly jwtSecret: string };
  /** bytes */
  maxBytes: number;
}

/**
 * The part of Supabase's storage API that the product uses, for its only bucket: upload, update,
 * remove, list, info, and public files with resizing. Decision 0001 says why we implement it
 * ourselves.
 */
export function createStorage(parts: StorageParts): StorageHandlers {
  const { objects, store, variants, removal, diskSpace } = parts;
  const caller = (request: Request) => callerOf(tokenIn(request.headers), parts.signing.jwtSecret);

  const found = async (path: string) => {
    const file = await objects.find(path);
    if (!file) throw new HttpError(404, "not_found", "There is no such file.");
    return file;
  };

  /** Serves a file. If it was removed or replaced meanwhile, the answer is about what is there now. */
  async function serve(path: string, answer: (file: StoredObject) => Promise<Response>) {
    const file = await found(path);
    try {
      return await answer(file);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const current = await found(path);
      if (current.version === file.version) throw error;
      return answer(current);
    }
  }

  async function upload(request: Request, path: string, replace: boolean) {
    const who = await caller(request);
    await objects.requireMayStore(who, path, replace);
    await diskSpace.check(Number(request.headers.get("content-length")) || 0);
    const { start, content } = await readUpload(request, parts.maxBytes);
    const type = await mediaType(start, path);
    const version = randomUUID();
    await objects.removeUnlessStored(version);
    const put = (bytes: Readable) => store.put(version, diskSpace.while(bytes), type);
    const stored = needsCleaning(start, type)
      ? cleanInto(diskSpace.while(content), uncleanFile(parts.cache, version), put)
      : put(content);
    const size = await stored.catch((error) => {
      throw isDiskFull(error) ? diskFull(error) : error;
    });
    // Who cancels the upload when all of the file has arrived keeps the old file, too.
    if (request.signal.aborted) throw endedEarly();
    const cacheControl = request.headers.get("cache-control") ?? "max-age=3600";
    const { id } = await objects.store(who, path, replace, { version, size, type, cacheControl });
    await removal.run();
    return Response.json({ Id: id, Key: `${BUCKET}/${path}` });
  }

  async function info(path: string) {
    const { id, size, type, version, updatedAt } = await found(path);
    return Response.json({
      id,
      name: path,
      bucket_id: BUCKET,
      size,
      content_type: type,
      etag: `"${version}"`,
      last_modified: updatedAt,
    });
  }

  return {
    file: ({ key, request }) => serve(key, (file) => serveFile(request, file, store)),
    ownFile: ({ key, request }) => serve(key, (file) => serveFile(request, file, store)),
    variant: ({ key, request }) =>
      serve(key, (file) => serveVariant(request, file, store, variants)),
    info: ({ key }) => info(key),
    publicInfo: ({ key }) => info(key),
    upload: ({ key, request }) => upload(request, key, request.headers.get("x-upsert") === "true"),
    replace: ({ key, request }) => upload(request, key, true),

    async remove({ body, request }) {
      const gone = await objects.remove(await caller(request), body.prefixes);
      await removal.run();
      return Response.json(gone);
    },

    async list({ body: { prefix, ...rest }, request }) {
      const folder = prefix && !prefix.endsWith("/") ? `${prefix}/` : prefix;
      const who = await caller(request);
      return Response.json(await objects.list(who, { prefix: folder, ...rest }));
    },
  };
}
