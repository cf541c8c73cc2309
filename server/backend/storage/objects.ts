import { randomUUID } from "node:crypto";
import { BUCKET } from "#server/backend/gateway/storage.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { asCaller, asServer, type Caller } from "#server/backend/postgres/caller.ts";
import { asDatabaseError } from "#server/backend/postgres/errors.ts";
import { type Pool, type Query, queryOn } from "#server/backend/postgres/pool.ts";

export interface StoredObject {
  id: string;
  /** the name of the file's bytes in the media store */
  version: string;
  /** bytes */
  size: number;
  type: string;
  updatedAt: Date;
}

/** The rows of storage.objects; row-level security decides what a caller may do with a file. */
export interface MediaObjects {
  find(path: string): Promise<StoredObject | undefined>;
  /** @throws HttpError 401, 403 or 409 when this caller may not store under this path; changes nothing */
  requireMayStore(caller: Caller, path: string, replace: boolean): Promise<void>;
  /** Call before writing a file of this name: if the upload is not completed, the file is removed. */
  removeUnlessStored(version: string): Promise<void>;
  /** Makes the announced file the current one at this path; its predecessor will be removed. */
  store(caller: Caller, path: string, replace: boolean, file: NewFile): Promise<{ id: string }>;
  /** Deletes the rows that this caller may remove; their files will be removed. */
  remove(caller: Caller, paths: string[]): Promise<object[]>;
  list(caller: Caller, options: ListOptions): Promise<object[]>;
}

export interface NewFile {
  version: string;
  size: number;
  type: string;
  cacheControl: string;
}

export interface ListOptions {
  prefix: string;
  limit: number;
  offset: number;
  search: string;
}

/**
 * A file and its row can't be written in one step. So each file that may have to go is first listed
 * in loading_dock.files_to_remove: before it is written, and in the transaction that replaces it.
 * remove-files.ts processes that list, even after a crash.
 */
export function mediaObjects(pool: Pool): MediaObjects {
  const query = queryOn(pool);
  return {
    async find(path) {
      const [row] = await query`
        select id, version, metadata, updated_at from storage.objects
        where bucket_id = ${BUCKET} and name = ${path}`;
      if (!row) return undefined;
      const { size, mimetype } = row.metadata as { size: number; mimetype: string };
      const updatedAt = new Date(row.updated_at);
      return { id: row.id, version: row.version, size, type: mimetype, updatedAt };
    },

    async requireMayStore(caller, path, replace) {
      const undo = new Error("only asked");
      await upsert(pool, caller, path, replace, null, () => Promise.reject(undo)).catch((error) => {
        if (error !== undo) throw error;
      });
    },

    async removeUnlessStored(version) {
      await query`insert into loading_dock.files_to_remove (version, due_at)
        values (${version}, now() + interval '1 day')`;
    },

    store: (caller, path, replace, file) =>
      upsert(pool, caller, path, replace, file, async (tx) => {
        await tx`delete from loading_dock.files_to_remove where version = ${file.version}`;
      }),

    remove: (caller, paths) =>
      asCaller(pool, caller, async (tx) => {
        const gone = await tx`
          delete from storage.objects where bucket_id = ${BUCKET} and name = any (${paths})
          returning id, name, bucket_id, version, metadata, created_at, updated_at`;
        await asServer(tx);
        for (const { version } of gone) await removeLater(tx, version);
        return gone.map(({ version: _, ...row }) => row);
      }),

    list: (caller, { prefix, limit, offset, search }) =>
      asCaller(
        pool,
        caller,
        (tx) => tx`
          select id, substr(name, ${prefix.length + 1}::int) as name, metadata, created_at,
            updated_at, last_accessed_at
          from storage.objects
          where bucket_id = ${BUCKET} and starts_with(name, ${prefix})
            and position('/' in substr(name, ${prefix.length + 1}::int)) = 0
            and position(lower(${search}) in lower(name)) > 0
          order by name limit ${limit} offset ${offset}`,
      ),
  };
}

async function removeLater(tx: Query, version: string) {
  await tx`insert into loading_dock.files_to_remove (version) values (${version})
    on conflict (version) do update set due_at = now()`;
}

async function upsert(
  pool: Pool,
  caller: Caller,
  path: string,
  replace: boolean,
  file: NewFile | null,
  then: (tx: Query) => Promise<void>,
): Promise<{ id: string }> {
  const owner = typeof caller.claims.sub === "string" ? caller.claims.sub : null;
  const version = file?.version ?? randomUUID();
  const metadata = JSON.stringify(file ? metadataOf(file) : {});
  try {
    return await asCaller(pool, caller, async (tx) => {
      const [before] = replace
        ? await tx`select version from storage.objects
            where bucket_id = ${BUCKET} and name = ${path} for update`
        : [];
      const [row] = before
        ? await tx`
            update storage.objects set version = ${version}, metadata = ${metadata},
              owner = ${owner}::uuid, owner_id = ${owner}, updated_at = clock_timestamp()
            where bucket_id = ${BUCKET} and name = ${path} returning id`
        : await tx`
            insert into storage.objects (bucket_id, name, version, metadata, owner, owner_id)
            values (${BUCKET}, ${path}, ${version}, ${metadata}, ${owner}::uuid, ${owner})
            returning id`;
      await asServer(tx);
      if (before) await removeLater(tx, before.version);
      await then(tx);
      return { id: row?.id as string };
    });
  } catch (error) {
    const code = asDatabaseError(error)?.code;
    if (code === "23505")
      throw new HttpError(409, "Duplicate", "There is already a file with this name.");
    if (code === "23503") throw new HttpError(404, "not_found", "There is no such bucket.");
    throw error;
  }
}

const metadataOf = ({ version, size, type, cacheControl }: NewFile) => ({
  size,
  contentLength: size,
  mimetype: type,
  cacheControl,
  eTag: `"${version}"`,
  lastModified: new Date().toISOString(),
  httpStatusCode: 200,
  // Older files lack this flag: clean-stored.ts looks for them.
  cleaned: true,
});

/** An image from before uploads were cleaned, or another file without the flag. */
export interface Unclean {
  id: string;
  name: string;
  version: string;
  type: string;
}

/** The first file by name, after this one, that has no flag yet. */
export async function nextUnclean(query: Query, after: string): Promise<Unclean | undefined> {
  const [row] = await query<Unclean>`
    select id, name, version, metadata ->> 'mimetype' as type from storage.objects
    where bucket_id = ${BUCKET} and name > ${after} and not metadata ? 'cleaned'
    order by name limit 1`;
  return row;
}

/**
 * Replaces a file with its clean copy, and updates the size in the library. A file that was replaced in the
 * meantime stays unchanged.
 * @param clean omitted: there was nothing to remove, so it only sets the flag
 */
export async function replaceWithCleaned(
  tx: Query,
  file: Unclean,
  clean?: { version: string; size: number },
): Promise<boolean> {
  const changes = clean && {
    size: clean.size,
    contentLength: clean.size,
    eTag: `"${clean.version}"`,
    lastModified: new Date().toISOString(),
  };
  const [row] = await tx`
    update storage.objects set version = ${clean?.version ?? file.version},
      metadata = metadata || ${JSON.stringify({ ...changes, cleaned: true })}::jsonb,
      updated_at = case when ${clean !== undefined} then clock_timestamp() else updated_at end
    where id = ${file.id} and version = ${file.version} returning id`;
  if (!clean || !row) return row !== undefined;
  await tx`update public.media_library set file_size = ${clean.size} where file_path = ${file.name}`;
  await removeLater(tx, file.version);
  await tx`delete from loading_dock.files_to_remove where version = ${clean.version}`;
  return true;
}
