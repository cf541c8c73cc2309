import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { SettingError } from "#server/runtime/env.ts";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import { copyTable } from "./archive/copy.ts";
import { contentOf, hashingPassThrough } from "./archive/hash.ts";
import { loadRows, unpack } from "./archive/load.ts";
import { blobName, type Manifest, type Media } from "./archive/manifest.ts";
import { fixTextFormat, listTables } from "./archive/tables.ts";
import type { Progress } from "./deadline.ts";
import type { Seal } from "./place/seal.ts";
import type { BackupStore } from "./place/store.ts";
import { withScratch } from "./scratch.ts";
import type { Taken } from "./take.ts";

/** The backup doesn't match the site's data. The message is for the operator. */
class VerificationError extends SettingError {}

const OTHER_BYTES = "its content changed";

interface VerifyParts {
  dataDir: string;
  store: BackupStore;
  seal: Seal;
  progress: Progress;
  /** SHA-256 of contents that an earlier backup verified; they aren't read back again */
  known: ReadonlySet<string>;
  /** collects the cleanup functions to run when the work is aborted */
  left: (() => Promise<unknown>)[];
}

/**
 * Restores a stored backup into a temporary database and folder, and compares everything with the
 * site: each table's rows and bytes, and each file's bytes.
 * @throws VerificationError with the cause; a file that came back different is removed, so that the next
 *   backup writes it again
 */
export async function verifyBackup(taken: Taken, parts: VerifyParts): Promise<void> {
  const { dataDir, store, seal, progress, left } = parts;
  progress.begin("starting a database to verify the backup");
  await withScratch(dataDir, left, async (sql, folder) => {
    progress.signal.throwIfAborted();
    const unpacked = join(folder, "archive");
    await mkdir(unpacked);
    progress.begin("reading the archive");
    const manifest = await read(store, taken.archive, async () => {
      const { sha256 } = await contentOf(await store.read(taken.archive), progress.moved);
      if (sha256 !== taken.sha256) throw new Error(OTHER_BYTES);
      return unpack(await seal.open(await store.read(taken.archive)), unpacked, progress);
    });
    await loadRows(sql, unpacked, taken.archive, progress).catch((cause) => {
      progress.signal.throwIfAborted();
      throw new VerificationError(`The rows can't be read back: ${cause.message}`, { cause });
    });
    await compareRows(sql, manifest, progress);
    await compareFiles(taken.media, join(folder, "file"), parts);
  });
}

async function read<T>(store: BackupStore, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const said = `${name} in ${store.place} can't be read back: ${messageOf(cause)}`;
    throw new VerificationError(said, { cause });
  }
}

export async function compareRows(sql: Sql, { tables = {} }: Manifest, progress: Progress) {
  await sql.begin("read only", async (tx: Tx) => {
    await fixTextFormat(tx);
    for (const table of await listTables(tx)) {
      const name = `${table.schema}.${table.name}`;
      progress.begin(`comparing ${name}`);
      const away = new Writable({ write: (_chunk, _encoding, done) => done() });
      const found = await copyTable(tx, table, away, progress);
      const wanted = tables[name];
      // A table that only exists in a newer program than the backup's.
      if (!wanted && found.rows === 0) continue;
      if (found.rows === wanted?.rows && found.sha256 === wanted.sha256) continue;
      throw new VerificationError(
        found.rows === wanted?.rows
          ? `${name} came back with different values.`
          : `${name} came back with ${found.rows} rows instead of ${wanted?.rows ?? 0}.`,
      );
    }
  });
}

async function compareFiles(media: Media[], path: string, parts: VerifyParts) {
  const { store, seal, progress, known } = parts;
  const fresh = media.filter(({ sha256 }) => !known.has(sha256));
  const unique = new Map(fresh.map((file) => [file.sha256, file]));
  let count = 0;
  for (const file of unique.values()) {
    progress.begin(`comparing file ${++count} of ${unique.size}`);
    const name = blobName(file, seal.suffix);
    const { through, content } = hashingPassThrough(progress.moved);
    try {
      const opened = await seal.open(await store.read(name));
      await pipeline(opened, through, createWriteStream(path, { mode: 0o600 }), {
        signal: progress.signal,
      });
      const found = content();
      if (found.sha256 !== file.sha256 || found.bytes !== file.bytes) throw new Error(OTHER_BYTES);
    } catch (cause) {
      progress.signal.throwIfAborted();
      await store.remove(name);
      throw new VerificationError(
        `${name} in ${store.place} can't be read back: ${(cause as Error).message}. The next backup writes it again.`,
        { cause },
      );
    }
    await rm(path, { force: true });
  }
}
