import { createReadStream, existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import type { TransactionSql } from "postgres";
import { connect } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { lockDataDir } from "#server/backend/self-hosted/data-lock.ts";
import { unfinishedRestore } from "#server/backend/self-hosted/embedded.ts";
import { migrate } from "#server/backend/self-hosted/migrate.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { command, withDatabase } from "./command.ts";
import { copyFromFile } from "./copy.ts";
import { listTables, tableName } from "./tables.ts";
import type { Manifest } from "./write-backup.ts";

const USAGE = "Write: npm run restore -- backup.tar.gz";
const HOSTED = "With SUPABASE_URL, the project's own backups are the ones to use.";

const databaseOf = (env: Env) => join(env.dataDir, "postgres");

await command(async (env, [file], stop) => {
  if (!file) throw new SettingError(USAGE);
  if (env.databaseUrl)
    throw new SettingError("With DATABASE_URL, restore with pg_restore what pg_dump wrote.");
  const scratch = unfinishedRestore(env);
  if (existsSync(scratch)) await clear(env);
  if (existsSync(databaseOf(env)))
    throw new SettingError(
      `${env.dataDir} has a database already. Restore into a new folder: DATA_DIR=restored npm run restore -- ${file}`,
    );
  const work = (url: string) => readBackup(url, env.dataDir, file, scratch, stop);
  const manifest = await withDatabase(env, HOSTED, work).catch(async (error) => {
    await remove(env);
    throw error;
  });
  const { rows, files, missing } = manifest;
  const back = `${rows} rows and ${files} files are back in ${env.dataDir}.`;
  return missing?.length
    ? [`${back} These were missing when the backup was written:`, ...missing].join("\n  ")
    : back;
});

/** What a killed restore left is not a site: away with it, unless that restore is still running. */
async function clear(env: Env) {
  const lock = lockDataDir(env.dataDir);
  await remove(env).finally(() => lock.release());
}

async function remove(env: Env) {
  await rm(databaseOf(env), { recursive: true, force: true });
  await rm(unfinishedRestore(env), { recursive: true, force: true });
}

/**
 * Fills a fresh database and media folder from a backup: the migrations that the backup knew, then
 * its rows, then the migrations that came later. All rows or none.
 * @param scratch a folder that is there as long as the restore is not whole
 * @throws SettingError when the file is no backup, or is from a newer version of this program
 */
async function readBackup(
  databaseUrl: string,
  dataDir: string,
  file: string,
  scratch: string,
  stop: AbortSignal,
) {
  await mkdir(scratch, { mode: 0o700 });
  const sql = connect(databaseUrl, 1);
  try {
    const manifest = await unpack(file, scratch, stop);
    const versions = await backedUpVersions(scratch);
    await bootstrap(sql);
    await migrate(sql, { only: (version) => versions.has(version) });
    await sql.begin(async (tx) => {
      const known = await tx`select version from supabase_migrations.schema_migrations`;
      if (known.length !== versions.size)
        throw new SettingError(
          `${file} was written by a newer version of this program. Update the program, then restore.`,
        );
      await loadTables(tx, join(scratch, "tables"), stop);
    });
    const media = join(scratch, "media");
    if (existsSync(media)) await cp(media, join(dataDir, "media"), { recursive: true });
    await migrate(sql);
    stop.throwIfAborted();
    await rm(scratch, { recursive: true });
    return manifest;
  } finally {
    await sql.end();
  }
}

async function unpack(file: string, folder: string, signal: AbortSignal): Promise<Manifest> {
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(folder), { signal });
    return JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  } catch (error) {
    signal.throwIfAborted();
    throw new SettingError(
      `${file} can't be read as a backup: ${(error as Error).message}. Give the path of a file that npm run backup wrote.`,
    );
  }
}

async function backedUpVersions(scratch: string): Promise<Set<string>> {
  const file = join(scratch, "tables", "supabase_migrations.schema_migrations.copy");
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return new Set(lines.map((line) => line.split("\t")[0] as string));
}

async function loadTables(tx: TransactionSql, folder: string, signal: AbortSignal) {
  // Rows come back as they were: no trigger changes them, and tables may come in any order.
  await tx`set local session_replication_role = replica`;
  const tables = await listTables(tx);
  await tx.unsafe(`truncate ${tables.map(tableName).join(", ")}`);
  for (const name of await readdir(folder)) {
    const table = tables.find((one) => `${one.schema}.${one.name}.copy` === name);
    if (!table) throw new Error(`The backup has a table that is not known: ${name}`);
    await copyFromFile(tx, table, join(folder, name), signal);
  }
}
