import { createWriteStream } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { TarSource } from "modern-tar/fs";
import { ifMissing } from "#server/backend/files.ts";
import { connect, type Tx } from "#server/backend/postgres/connection.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { lockFiles } from "#server/backend/storage/files-lock.ts";
import { SettingError } from "#server/runtime/env.ts";
import { collectRows, listFiles, packArchive } from "./collect.ts";
import type { Manifest } from "./manifest.ts";
import { beginUnfinished, type Unfinished } from "./unfinished.ts";

export interface BackupOptions {
  databaseUrl: string;
  dataDir: string;
  /** where the archive goes */
  file: string;
  /** false when files are elsewhere, in S3 */
  withFiles: boolean;
  /** aborts the backup after this many milliseconds without progress */
  quietMs: number;
  /** aborts when the program has to end */
  stop: AbortSignal;
  /** receives a line about each step */
  say: (line: string) => void;
}

/**
 * Writes one .tar.gz with every row of every table, from one snapshot, and every file. The npm
 * package with PostgreSQL has no pg_dump. COPY is what pg_dump itself uses for rows, and the
 * migrations create the tables. Works while the server runs. Leaves a complete archive or none.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { databaseUrl, dataDir, file, withFiles, quietMs, stop, say } = options;
  const sql = connect(databaseUrl, 1);
  let unfinished: Unfinished | undefined;
  try {
    return await withDeadline(quietMs, stop, say, async (progress) => {
      progress.begin("waiting for another backup to finish");
      await lockFiles(sql);
      unfinished = await beginUnfinished(dataDir, file);
      const { folder, archive } = unfinished;
      await writable(file, archive);
      // All in one transaction: an idle connection without one is closed, which releases the lock.
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
    // Doesn't wait for a stuck transaction.
    await sql.end({ timeout: 0 });
    await unfinished?.remove();
  }
}

export const SNAPSHOT = "isolation level repeatable read read only";

/** Makes the database end the snapshot soon after an aborted backup disconnects. */
export const letGo = (tx: Tx) => tx`set local client_connection_check_interval = '1s'`;

/** Fails before the work, not after it, when the archive can't be written. */
async function writable(file: string, archive: string) {
  try {
    // The archive contains every lead, and password hashes.
    await (await open(archive, "w", 0o600)).close();
  } catch (error) {
    throw new SettingError(
      `${file} can't be written (${(error as NodeJS.ErrnoException).code}). Name a file in a folder that this user may write to.`,
      { cause: error },
    );
  }
}

const NO_FILES = { files: [] as TarSource[], missing: [] as string[] };

/** The files that the database lists: those to pack, and the paths of missing ones. */
async function onDisk(tx: Tx, dataDir: string) {
  const files: TarSource[] = [];
  const missing: string[] = [];
  for (const { name, version } of await listFiles(tx)) {
    const path = join("media", version.slice(0, 2), version);
    const source = join(dataDir, path);
    const there = await stat(source).catch(ifMissing(undefined));
    if (there) files.push({ type: "file", source, target: path });
    else missing.push(name);
  }
  return { files, missing };
}
