import { createReadStream, existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import type { TransactionSql } from "postgres";
import { bootstrap } from "../backend/bootstrap.ts";
import { connect } from "../backend/connection.ts";
import { migrate } from "../backend/migrate.ts";
import { SettingError } from "../env.ts";
import { command, withDatabase } from "./command.ts";
import { copyTarget, listTables, type Table, tableName } from "./tables.ts";

const USAGE = "Write: npm run restore -- backup.tar.gz";
const HOSTED = "With SUPABASE_URL, the project's own backups are the ones to use.";

await command(async (env, [file]) => {
  if (!file) throw new SettingError(USAGE);
  if (env.databaseUrl)
    throw new SettingError("With DATABASE_URL, restore with pg_restore what pg_dump wrote.");
  const database = join(env.dataDir, "postgres");
  if (existsSync(database))
    throw new SettingError(
      `${env.dataDir} has a database already. Restore into a new folder: DATA_DIR=restored npm run restore -- ${file}`,
    );
  const work = (url: string) => readBackup(url, env.dataDir, file);
  const { rows, files } = await withDatabase(env, HOSTED, work).catch(async (error) => {
    await rm(database, { recursive: true, force: true });
    throw error;
  });
  return `${rows} rows and ${files} files are back in ${env.dataDir}.`;
});

/**
 * Fills a fresh database and media folder from a backup: the migrations that the backup knew, then
 * its rows, then the migrations that came later. All rows or none.
 * @throws SettingError when the file is no backup, or is from a newer version of this program
 */
async function readBackup(databaseUrl: string, dataDir: string, file: string) {
  const scratch = await mkdtemp(join(tmpdir(), "ld-restore-"));
  const sql = connect(databaseUrl, 1);
  try {
    const manifest = await unpack(file, scratch);
    const versions = await backedUpVersions(scratch);
    await bootstrap(sql);
    await migrate(sql, { only: (version) => versions.has(version) });
    await sql.begin(async (tx) => {
      const known = await tx`select version from supabase_migrations.schema_migrations`;
      if (known.length !== versions.size)
        throw new SettingError(
          `${file} was written by a newer version of this program. Update the program, then restore.`,
        );
      await loadTables(tx, join(scratch, "tables"));
    });
    const media = join(scratch, "media");
    if (existsSync(media)) await cp(media, join(dataDir, "media"), { recursive: true });
    await migrate(sql);
    return manifest;
  } finally {
    await sql.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function unpack(file: string, folder: string): Promise<{ rows: number; files: number }> {
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(folder));
    return JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  } catch (error) {
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

async function loadTables(tx: TransactionSql, folder: string) {
  // Rows come back as they were: no trigger changes them, and tables may come in any order.
  await tx`set local session_replication_role = replica`;
  const tables = await listTables(tx);
  await tx.unsafe(`truncate ${tables.map(tableName).join(", ")}`);
  for (const name of await readdir(folder)) {
    const table = tables.find((one) => `${one.schema}.${one.name}.copy` === name);
    if (!table) throw new Error(`The backup has a table that is not known: ${name}`);
    await load(tx, table, join(folder, name));
  }
}

async function load(tx: TransactionSql, table: Table, path: string) {
  const copy = await tx.unsafe(`copy ${copyTarget(table)} from stdin`).writable();
  await pipeline(createReadStream(path), copy);
}
