import { createWriteStream } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { TarSource } from "modern-tar/fs";
import { connect, type Tx } from "#server/backend/postgres/connection.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { keepFiles } from "#server/backend/storage/files-lock.ts";
import { SettingError } from "#server/runtime/env.ts";
import { collectRows, listFiles, packArchive } from "./collect.ts";
import type { Manifest } from "./manifest.ts";
import { beginUnfinished, type Unfinished } from "./unfinished.ts";

export interface BackupOptions {
  databaseUrl: string;
  dataDir: string;
  /** where the archive goes */
  file: string;
  /** false when they are elsewhere, in S3 */
  withFiles: boolean;
  /** given up when nothing moves for this many milliseconds */
  quietMs: number;
  /** aborted when the program is to end */
  stop: AbortSignal;
  /** takes a line about each step */
  say: (line: string) => void;
}

/**
 * Writes one .tar.gz with every row of every table, as one moment saw them, and every file. The
 * package that carries PostgreSQL has no pg_dump; COPY is what pg_dump itself uses for rows, and the
 * tables are in the migrations. Works while the server runs. Leaves the archive or nothing.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { databaseUrl, dataDir, file, withFiles, quietMs, stop, say } = options;
  const sql = connect(databaseUrl, 1);
  let unfinished: Unfinished | undefined;
  try {
    return await withDeadline(quietMs, stop, say, async (progress) => {
      progress.begin("waiting for another backup to finish");
      await keepFiles(sql);
      unfinished = await beginUnfinished(dataDir, file);
      const { folder, archive } = unfinished;
      await writable(file, archive);
      // To the end in one transaction: a connection without one is closed when it idles, and the lock with it.
      return sql.begin(SNAPSHOT, async (tx) => {
        await letGo(tx);
        const tables = await collectRows(tx, folder, progress);
        const { files, missing } = withFiles ? await onDisk(tx, dataDir) : NO_FILES;
        const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
        const created = new Date().toISOString();
        const about = { created, rows, files: files.length, missing, tables };
        const manifest: Manifest = { format: 1, ...about };
        const packed = await packArchive(folder, manifest, files, progress);
        const output = createWriteStream(archive, { mode: 0o600, flush: true });
        await pipeline(packed, output, { signal: progress.signal });
        await rename(archive, file);
        return manifest;
      });
    });
  } finally {
    // A transaction that stands still is not waited for.
    await sql.end({ timeout: 0 });
    await unfinished?.remove();
  }
}

export const SNAPSHOT = "isolation level repeatable read read only";

/** A backup that is given up must not hold its snapshot any longer. */
export const letGo = (tx: Tx) => tx`set local client_connection_check_interval = '1s'`;

/** Finds out before the work, not after it, that the archive can't be where it is wanted. */
async function writable(file: string, archive: string) {
  try {
    // It holds every lead, and password hashes.
    await (await open(archive, "w", 0o600)).close();
  } catch (error) {
    throw new SettingError(
      `${file} can't be written (${(error as NodeJS.ErrnoException).code}). Name a file in a folder that this user may write to.`,
      { cause: error },
    );
  }
}

const NO_FILES = { files: [] as TarSource[], missing: [] as string[] };

/** The files that the database knows: those to pack, and the paths of those that are not there. */
async function onDisk(tx: Tx, dataDir: string) {
  const files: TarSource[] = [];
  const missing: string[] = [];
  for (const { name, version } of await listFiles(tx)) {
    const path = join("media", version.slice(0, 2), version);
    const source = join(dataDir, path);
    const there = await stat(source).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (there) files.push({ type: "file", source, target: path });
    else missing.push(name);
  }
  return { files, missing };
}
