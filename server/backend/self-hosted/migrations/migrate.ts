import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { type LockRetry, withLockRetry } from "#server/backend/self-hosted/upgrade/lock-retry.ts";
import { called, lastProgram, type Program } from "#server/backend/self-hosted/upgrade/program.ts";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { SettingError } from "#server/runtime/env.ts";
import {
  betweenBaselines,
  filesBefore,
  isBaseline,
  isBeforeBaseline,
  ranBefore,
} from "./baseline.ts";
import { sqlStatements } from "./sql-statements.ts";

interface MigrateOptions {
  folder?: string;
  /** omitted: all of them */
  only?: (version: string) => boolean;
  lockRetry?: LockRetry;
}

/**
 * Runs the migrations that are not recorded yet, oldest first, each with its record in one
 * transaction. The record is the Supabase CLI's: version, name and statements in
 * supabase_migrations.schema_migrations, so either tool can continue where the other stopped. The
 * caller holds the migration lock. The site may stay online (upgrade/lock-retry.ts).
 * @param sql the caller's transaction, if any, covers all migrations
 * @returns the versions that ran, and those of a baseline that were recorded
 */
export async function migrate(sql: Sql | Tx, options: MigrateOptions = {}) {
  const { folder = MIGRATIONS, only = () => true, lockRetry } = options;
  const files = await migrationFiles(folder);
  const ran = await adoptBaseline(sql, folder, files, lockRetry);
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
 * Runs migrations from before the baseline, each in its own transaction, as the versions of this program that
 * had them did.
 * @param only versions; omitted: all of them
 */
export async function migrateBefore(
  sql: Sql | Tx,
  only: (version: string) => boolean = () => true,
) {
  const applied = await appliedVersions(sql);
  const wanted = (await migrationsBefore()).filter(
    ({ version }) => only(version) && !applied.has(version),
  );
  for (const migration of wanted) await runOne(sql, migration);
}

/**
 * A database that ran all migrations before the baseline already has its schema, so its records are replaced
 * with the baseline's. One that ran only the published ones runs the others first. All in one transaction.
 * @returns the versions that ran, and the baseline's, if it was recorded
 * @throws SettingError when it ran only some of them
 */
async function adoptBaseline(
  sql: Sql | Tx,
  folder: string,
  files: MigrationFile[],
  lockRetry?: LockRetry,
): Promise<string[]> {
  const applied = await appliedVersions(sql);
  const baseline = files.filter(({ version }) => isBaseline(version));
  const before = ranBefore(applied);
  if (baseline.length === 0 || before === "none") return [];
  if (typeof before === "object") throw betweenBaselines("This database", before);
  const all = await migrationsBefore();
  const missing = all.filter(({ version }) => !applied.has(version));
  const work = async (tx: Tx) => {
    for (const { text } of missing) await tx.unsafe(text).simple();
    for (const { version } of all)
      await tx`delete from supabase_migrations.schema_migrations where version = ${version}`;
    for (const file of baseline)
      if (!applied.has(file.version)) await record(tx, await readMigration(folder, file));
  };
  await atOnce(sql, "The upgrade to the baseline", work, lockRetry);
  return [...missing, ...baseline].map(({ version }) => version);
}

async function appliedVersions(sql: Sql | Tx): Promise<Set<string>> {
  await sql.unsafe(HISTORY).simple();
  const rows = await sql`select version from supabase_migrations.schema_migrations`;
  return new Set(rows.map(({ version }) => String(version)));
}

/**
 * The recorded migrations, and those still to run, or to be recorded (a baseline).
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
 * Call before anything is written: an older program doesn't know newer tables and rules, and would
 * bypass them.
 * @param program this one
 * @throws SettingError when a newer version of this program has migrated the database
 */
export async function refuseNewer(sql: Sql, program: Program) {
  const { unknown } = await migrationState(sql);
  if (unknown.length === 0) return;
  const last = await lastProgram(sql);
  const newer = last && last.newest > program.newest ? `, ${called(last)}` : "";
  const migrations =
    unknown.length === 1
      ? `migration ${unknown[0]}`
      : `${unknown.length} migrations up to ${unknown.at(-1)}`;
  throw new SettingError(
    `The database was migrated by a newer version of this program${newer}, with ${migrations}, which this version doesn't have. This is ${called(program)}. Start the newer version, or run npm run rollback there to return to an older one with its data. Or restore an earlier backup into a new DATA_DIR.`,
  );
}

interface MigrationFile {
  file: string;
  version: string;
  name: string;
}

async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap(migrationFile);
}

function migrationFile(file: string): MigrationFile[] {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
  return version && name ? [{ file, version, name }] : [];
}

interface Migration extends MigrationFile {
  text: string;
}

async function readMigration(folder: string, file: MigrationFile): Promise<Migration> {
  return { ...file, text: await readFile(join(folder, file.file), "utf8") };
}

async function migrationsBefore(): Promise<Migration[]> {
  return (await filesBefore()).flatMap(({ file, text }) =>
    migrationFile(file).map(({ version, name }) => ({ file, version, name, text })),
  );
}

const record = (tx: Tx, { version, name, text }: Migration) =>
  tx`insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${sqlStatements(text)})`;

const runOne = (sql: Sql | Tx, migration: Migration, lockRetry?: LockRetry) =>
  atOnce(
    sql,
    `Migration ${migration.file}`,
    async (tx) => {
      await tx.unsafe(migration.text).simple();
      await record(tx, migration);
    },
    lockRetry,
  );

/** In its own transaction, or in the caller's. */
async function atOnce(
  sql: Sql | Tx,
  what: string,
  work: (tx: Tx) => Promise<unknown>,
  lockRetry?: LockRetry,
) {
  try {
    await ("savepoint" in sql ? work(sql) : withLockRetry(sql, what, work, lockRetry));
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new Error(`${what} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Fills a database without content from supabase/seed.sql, once. If its public tables already have
 * rows (restored, or seeded by the Supabase CLI), it is only marked as seeded.
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
