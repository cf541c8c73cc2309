import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { atomically, type Sql, type Tx } from "#server/backend/postgres/connection.ts";
import { type LockRetry, withLockRetry } from "#server/backend/self-hosted/upgrade/lock-retry.ts";
import { called, lastProgram, type Program } from "#server/backend/self-hosted/upgrade/program.ts";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { SettingError } from "#server/runtime/env.ts";
import { betweenBaselines, isBaseline, isBeforeBaseline, ranBefore } from "./baseline.ts";
import { sqlStatements } from "./sql-statements.ts";

interface MigrateOptions {
  folder?: string;
  /** left out: all of them */
  only?: (version: string) => boolean;
  lockRetry?: LockRetry;
}

/**
 * Runs the migrations that are not recorded yet, oldest first, each with its record in one
 * transaction. The record is the Supabase CLI's: version, name and statements in
 * supabase_migrations.schema_migrations, so either tool can go on where the other stopped.
 * The caller holds the migration lock, and may have the site served meanwhile (upgrade/lock-retry.ts).
 * @param sql a transaction of the caller's is one for all of them
 * @returns the versions that ran, and those of a baseline that were recorded
 */
export async function migrate(sql: Sql | Tx, options: MigrateOptions = {}) {
  const { folder = MIGRATIONS, only = () => true, lockRetry } = options;
  const files = await migrationFiles(folder);
  const ran = await takeAtBaseline(sql, folder, files);
  const applied = await appliedVersions(sql);
  for (const file of files) {
    if (applied.has(file.version) || !only(file.version)) continue;
    await runOne(sql, await readMigration(folder, file), lockRetry);
    ran.push(file.version);
  }
  return ran;
}

const MIGRATIONS = join(supabaseFolder, "migrations");

/**
 * A database that ran all migrations before the baseline has what the baseline makes: its records become the
 * baseline's, and nothing else of it changes.
 * @returns the baseline's versions, where that was so
 * @throws SettingError when it ran only some of them
 */
async function takeAtBaseline(
  sql: Sql | Tx,
  folder: string,
  files: MigrationFile[],
): Promise<string[]> {
  const applied = await appliedVersions(sql);
  const baseline = files.filter(({ version }) => isBaseline(version));
  const before = ranBefore(applied);
  if (baseline.length === 0 || before === "none") return [];
  if (before !== "all") throw betweenBaselines("This database", before);
  await atomically(sql, async (tx) => {
    for (const version of [...applied].filter(isBeforeBaseline))
      await tx`delete from supabase_migrations.schema_migrations where version = ${version}`;
    for (const file of baseline)
      if (!applied.has(file.version)) await record(tx, await readMigration(folder, file));
  });
  return baseline.map(({ version }) => version);
}

async function appliedVersions(sql: Sql | Tx): Promise<Set<string>> {
  await sql.unsafe(HISTORY).simple();
  const rows = await sql`select version from supabase_migrations.schema_migrations`;
  return new Set(rows.map(({ version }) => String(version)));
}

/**
 * What is recorded, and what is still to run, or to be recorded (a baseline).
 * @returns versions, oldest first
 * @throws SettingError when it ran only some of the migrations before the baseline
 */
export async function migrationState(sql: Sql, folder = MIGRATIONS) {
  const applied = await appliedVersions(sql);
  const known = (await migrationFiles(folder)).map(({ version }) => version);
  const before = ranBefore(applied);
  if (typeof before === "object") throw betweenBaselines("This database", before);
  const isKnown = (version: string) => known.includes(version) || isBeforeBaseline(version);
  return {
    applied: [...applied].sort(),
    pending: known.filter((version) => !applied.has(version)),
    unknown: [...applied].filter((version) => !isKnown(version)).sort(),
  };
}

/**
 * Call it before anything is written: an older program would write around tables and rules that it
 * does not know.
 * @param program this one
 * @throws SettingError when a newer version of this program has migrated the database
 */
export async function refuseNewer(sql: Sql, program: Program) {
  const { unknown } = await migrationState(sql);
  if (unknown.length === 0) return;
  const last = await lastProgram(sql);
  const newer = last && last.newest > program.newest ? `, ${called(last)}` : "";
  throw new SettingError(
    `The database was migrated by a newer version of this program${newer} (${unknown.join(", ")} is not known here). This is ${called(program)}. Start the newer one; npm run rollback there goes back to an older one with its data. Or restore a backup made before into a new DATA_DIR.`,
  );
}

interface MigrationFile {
  file: string;
  version: string;
  name: string;
}

async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    return version && name ? [{ file, version, name }] : [];
  });
}

interface Migration extends MigrationFile {
  text: string;
}

async function readMigration(folder: string, file: MigrationFile): Promise<Migration> {
  return { ...file, text: await readFile(join(folder, file.file), "utf8") };
}

const record = (tx: Tx, { version, name, text }: Migration) =>
  tx`insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${sqlStatements(text)})`;

async function runOne(sql: Sql | Tx, migration: Migration, lockRetry?: LockRetry) {
  const { file, text } = migration;
  const work = async (tx: Tx) => {
    await tx.unsafe(text).simple();
    await record(tx, migration);
  };
  try {
    await ("savepoint" in sql
      ? work(sql)
      : withLockRetry(sql, `Migration ${file}`, work, lockRetry));
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new Error(`Migration ${file} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Fills a database that has no content with supabase/seed.sql, once. A database whose public
 * tables hold rows already (restored, or seeded by the Supabase CLI) is only marked.
 * @returns whether the seed ran
 */
export async function seed(sql: Sql, file = join(supabaseFolder, "seed.sql")): Promise<boolean> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return false;
  const [known] = await sql`select 1 from supabase_migrations.seed_files`;
  if (known) return false;
  const empty = await isEmpty(sql);
  const hash = createHash("sha256").update(text).digest("hex");
  await sql.begin(async (tx) => {
    if (empty) await tx.unsafe(text).simple();
    await tx`insert into supabase_migrations.seed_files (path, hash) values ('supabase/seed.sql', ${hash})`;
  });
  return empty;
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const tables = await sql`select tablename from pg_tables where schemaname = 'public'`;
  for (const { tablename } of tables) {
    const [row] = await sql`select 1 from ${sql(tablename)} limit 1`;
    if (row) return false;
  }
  return true;
}

const HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`;
