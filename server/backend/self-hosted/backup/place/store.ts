import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ifMissing, syncFolder } from "#server/backend/files.ts";
import { s3Client } from "#server/backend/storage/s3-client.ts";
import { toNode } from "#server/backend/streams.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

export interface StoredFile {
  /** with slashes, relative to the place */
  name: string;
  bytes: number;
}

/** Where backups are stored. */
export interface BackupStore {
  /** as an operator would write it: a folder, or s3://bucket/prefix */
  place: string;
  list(prefix?: string): Promise<StoredFile[]>;
  /** Atomic and durable; resolves to the number of bytes. */
  put(name: string, content: Readable): Promise<number>;
  read(name: string): Promise<Readable>;
  /** Ignores missing files. */
  remove(name: string): Promise<void>;
  /** Writes and removes a small file; rejects if that fails. */
  checkWritable(): Promise<void>;
  /**
   * Removes the partial files of a killed program. The caller holds the backup lock.
   * @param signal aborts when the caller releases the lock before this has ended
   */
  clear(signal?: AbortSignal): Promise<void>;
  /** the folder, if it is on a disk */
  folder?: string;
}

/**
 * The place that the settings name; by default in DATA_DIR.
 * @throws SettingError for an s3:// URL without the S3 settings
 */
export function openStore(env: Env): BackupStore {
  const [, bucket, prefix = ""] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(env.backupTo) ?? [];
  if (!bucket) return folderStore(env.backupTo);
  if (!env.s3)
    throw new SettingError(
      "BACKUP_TO names a place in S3, but S3_ENDPOINT is not set. Set the four S3_ settings, or name a folder.",
    );
  return s3BackupStore(env.backupTo, { ...env.s3, bucket }, prefix, env.dataDir);
}

const UNFINISHED = ".part";

function folderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name);
  const everyName = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      ifMissing([]),
    );
    return found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  };
  return {
    place: folder,
    folder,
    async list(prefix = "") {
      const names = await everyName();
      return Promise.all(
        names
          .filter((name) => name.startsWith(prefix) && !name.endsWith(UNFINISHED))
          .map(async (name) => ({ name, bytes: (await stat(pathOf(name))).size })),
      );
    },
    async put(name, content) {
      const path = pathOf(name);
      const unfinished = `${path}${UNFINISHED}`;
      // `pipeline` reports an earlier failure, but without a listener it would end the process first.
      content.on("error", () => {});
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }));
        const { size } = await stat(unfinished);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        return size;
      } catch (error) {
        content.destroy();
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(name) {
      const file = createReadStream(pathOf(name));
      await new Promise((resolve, reject) => file.once("open", resolve).once("error", reject));
      return file;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async checkWritable() {
      const path = pathOf(checkName());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, "");
      await rm(path);
    },
    async clear(signal) {
      for (const name of await everyName()) {
        signal?.throwIfAborted();
        if (name.endsWith(UNFINISHED)) await rm(pathOf(name), { force: true });
      }
    },
  };
}

/** A new name each time: several processes may check at once. */
const checkName = () => `write-check-${randomUUID()}`;

function s3BackupStore(
  place: string,
  settings: NonNullable<Env["s3"]>,
  prefix: string,
  dataDir: string,
): BackupStore {
  const s3 = s3Client(settings);
  // Only one upload at a time, under the backup lock.
  const waiting = join(dataDir, "backup-upload.part");
  const root = prefix && !prefix.endsWith("/") ? `${prefix}/` : prefix;
  return {
    place,
    async list(begin = "") {
      const found = await s3.list(root + begin);
      return found.map(({ key, bytes }) => ({ name: key.slice(root.length), bytes }));
    },
    put: (name, content) => s3.put(root + name, content, "application/octet-stream", waiting),
    read: async (name) => toNode(await s3.get(root + name)),
    remove: (name) => s3.remove(root + name),
    async checkWritable() {
      const name = checkName();
      await s3.put(root + name, Readable.from(["ok"]), "text/plain", join(dataDir, name));
      await s3.remove(root + name);
    },
    // S3 uploads are atomic, so only this local file can be left over.
    clear: () => rm(waiting, { force: true }),
  };
}
