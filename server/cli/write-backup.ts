import { createWriteStream } from "node:fs";
import { mkdir, open, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { packTar, type TarSource } from "modern-tar/fs";
import type { TransactionSql } from "postgres";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { keepFiles } from "#server/backend/storage/files-lock.ts";
import { SettingError } from "#server/runtime/env.ts";
import { copyToFile } from "./copy.ts";
import { type Progress, withDeadline } from "./deadline.ts";
import { listTables } from "./tables.ts";
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

/** What an archive says about itself, as manifest.json. */
export interface Manifest {
  format: 1;
  created: string;
  rows: number;
  files: number;
  /** paths, as in uploads/logo.png, of files that the database knows and the disk does not have */
  missing?: string[];
}

/**
 * Writes one .tar.gz with every row of every table, as one moment saw them, and every file. The
 * package that carries PostgreSQL has no pg_dump; COPY is what pg_dump itself uses for rows, and the
 * tables are in the migrations. Works while the server runs. Leaves the archive or nothing.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const sql = connect(options.databaseUrl, 1);
  let unfinished: Unfinished | undefined;
  try {
    return await withDeadline(options.quietMs, options.stop, options.say, async (progress) => {
      progress.begin("waiting until no other backup runs");
      await keepFiles(sql);
      unfinished = await beginUnfinished(options.dataDir, options.file);
      return await write(sql, options, unfinished, progress);
    });
  } finally {
    // A transaction that stands still is not waited for.
    await sql.end({ timeout: 0 });
    await unfinished?.remove();
  }
}

async function write(sql: Sql, options: BackupOptions, unfinished: Unfinished, progress: Progress) {
  const { file, dataDir, withFiles } = options;
  const { folder, archive } = unfinished;
  await writable(file, archive);
  // To the end in one transaction: a connection without one is closed when it idles, and the lock with it.
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    // A backup that is given up must not hold its snapshot any longer.
    await tx`set local client_connection_check_interval = '1s'`;
    const tables = join(folder, "tables");
    const rows = await copyTables(tx, tables, progress);
    const { files, missing } = withFiles ? await listFiles(tx, dataDir) : NO_FILES;
    const created = new Date().toISOString();
    const manifest: Manifest = { format: 1, created, rows, files: files.length, missing };
    const about = join(folder, "manifest.json");
    await writeFile(about, JSON.stringify(manifest, null, 2));
    const head: TarSource[] = [
      { type: "file", source: about, target: "manifest.json" },
      { type: "directory", source: tables, target: "tables" },
    ];
    await pack([...head, ...files], archive, progress);
    await rename(archive, file);
    return manifest;
  });
}

/** Finds out before the work, not after it, that the archive can't be where it is wanted. */
async function writable(file: string, archive: string) {
  try {
    // It holds password hashes and signing secrets.
    await (await open(archive, "w", 0o600)).close();
  } catch (error) {
    throw new SettingError(
      `${file} can't be written (${(error as NodeJS.ErrnoException).code}). Name a file in a folder that this user may write to.`,
      { cause: error },
    );
  }
}

async function copyTables(tx: TransactionSql, folder: string, progress: Progress) {
  await mkdir(folder);
  let rows = 0;
  for (const table of await listTables(tx)) {
    const name = `${table.schema}.${table.name}`;
    progress.begin(`copying ${name}`);
    await copyToFile(tx, table, join(folder, `${name}.copy`), progress);
    const [counted] = await tx`select count(*)::int as n from ${tx(name)}`;
    rows += counted?.n ?? 0;
  }
  return rows;
}

const NO_FILES = { files: [] as TarSource[], missing: [] as string[] };

/** The files that the database knows: those to pack, and the paths of those that are not there. */
async function listFiles(tx: TransactionSql, dataDir: string) {
  const objects = await tx<{ name: string; version: string }[]>`
    select name, version from storage.objects where version is not null order by name`;
  const files: TarSource[] = [];
  const missing: string[] = [];
  for (const { name, version } of objects) {
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

async function pack(sources: TarSource[], archive: string, progress: Progress) {
  const tenth = Math.ceil(sources.length / 10);
  let packed = 0;
  const tar = packTar(sources, {
    map(header) {
      if (packed++ % tenth === 0) progress.begin(`packing file ${packed} of ${sources.length}`);
      return header;
    },
  });
  const gzip = createGzip({ level: 6 }).on("data", progress.moved);
  const output = createWriteStream(archive, { mode: 0o600, flush: true });
  await pipeline(tar, gzip, output, { signal: progress.signal });
}
