import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "#server/backend/files.ts";
import { toWeb } from "#server/backend/streams.ts";
import { checkByWriting, explainFolder } from "./reach.ts";

/** An inclusive range of bytes, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The file storage. Each stored version of a file has its own name (a UUID) and never changes. So
 * no client's file name reaches the disk, and a partial replacement is never visible.
 */
export interface MediaStore {
  /** Reads to the end and stores it durably; all or nothing. Resolves to the size in bytes. */
  put(version: string, content: Readable, contentType: string): Promise<number>;
  read(version: string, range?: ByteRange): Promise<ReadableStream>;
  /** Ignores missing files. */
  remove(version: string): Promise<void>;
  /** Writes, reads and deletes a file; rejects with a message for operators. */
  check(): Promise<void>;
}

/** Stores files in a folder: writes a temporary file, syncs it, then renames it into place. */
export function diskStore(folder: string): MediaStore {
  const pathOf = (version: string) => join(folder, version.slice(0, 2), version);
  // Named after its version, so leftovers of a killed process are removed with the version.
  const partOf = (version: string) => join(folder, `.${version}.part`);
  // Directly in the folder, so that a folder without uploads stays empty.
  const checked = (version: string) => join(folder, `.${version}.check`);
  return {
    async put(version, content) {
      const path = pathOf(version);
      const temporary = partOf(version);
      // `pipeline` reports an earlier failure, but without a listener it would end the process first.
      content.on("error", () => {});
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(content, createWriteStream(temporary, { flags: "wx", flush: true }));
        const { size } = await stat(temporary);
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return size;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async read(version, range) {
      const file = createReadStream(pathOf(version), { ...range, highWaterMark: 32 * 1024 });
      await new Promise((resolve, reject) => file.once("open", resolve).once("error", reject));
      return toWeb(file);
    },
    async remove(version) {
      await rm(partOf(version), { force: true });
      await rm(pathOf(version), { force: true });
    },
    check: checkByWriting(
      {
        async put(version, content) {
          await mkdir(folder, { recursive: true });
          await writeFile(checked(version), content);
          return 0;
        },
        read: async (version) => toWeb(createReadStream(checked(version))),
        remove: (version) => rm(checked(version), { force: true }),
      },
      explainFolder,
    ),
  };
}
