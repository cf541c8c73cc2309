import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import type { TransactionSql } from "postgres";
import { atomically, type Sql } from "#server/backend/postgres/connection.ts";
import type { Progress } from "#server/backend/self-hosted/backup/deadline.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import { SettingError } from "#server/runtime/env.ts";
import { copyFromFile } from "./copy.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";
import { forgetSecrets, isNever, listTables, tableName } from "./tables.ts";

/** Unpacks an archive into a folder. @returns what it says about itself */
export async function unpack(
  archive: Readable,
  folder: string,
  { signal, moved }: Pick<Progress, "signal" | "moved">,
): Promise<Manifest> {
  await pipeline(archive.on("data", moved), createGunzip(), unpackTar(folder), { signal });
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")));
}

/**
 * Fills a fresh database with an unpacked archive: the migrations that the backup knew, then its rows.
 * All rows or none.
 * @param sql a transaction of the caller's makes the tables too, or nothing
 * @param archive what to call it
 * @param last is done with the rows, or not at all
 * @throws SettingError when it is from a newer version of this program
 */
export async function loadRows(
  sql: Sql | TransactionSql,
  folder: string,
  archive: string,
  progress: Progress,
  last?: (tx: TransactionSql) => Promise<void>,
) {
  const tables = join(folder, "tables");
  const versions = await backedUpVersions(tables);
  progress.begin("making the tables");
  await bootstrap(sql);
  await migrate(sql, { only: (version) => versions.has(version) });
  await atomically(sql, async (tx) => {
    const rows = await tx`select version from supabase_migrations.schema_migrations`;
    const known = new Set(rows.map(({ version }) => String(version)));
    if ([...versions].some((version) => !known.has(version)))
      throw new SettingError(
        `${archive} was written by a newer version of this program. Update the program, then restore.`,
      );
    if (known.size > versions.size)
      throw new SettingError(
        "The database holds a restore that did not end, brought up to date in part. Restore into an empty one: make it with createdb, and name it in DATABASE_URL.",
      );
    await loadTables(tx, tables, progress);
    await last?.(tx);
  });
}

async function backedUpVersions(tables: string): Promise<Set<string>> {
  const file = join(tables, "supabase_migrations.schema_migrations.copy");
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return new Set(lines.map((line) => line.split("\t")[0] as string));
}

async function loadTables(tx: TransactionSql, folder: string, progress: Progress) {
  // Rows come back as they were: no trigger changes them, and tables may come in any order.
  await tx`set local session_replication_role = replica`;
  const tables = await listTables(tx);
  await tx.unsafe(`truncate ${tables.map(tableName).join(", ")}`);
  for (const name of await readdir(folder)) {
    if (isNever(name.replace(/\.copy$/, ""))) continue;
    const table = tables.find((one) => `${one.schema}.${one.name}.copy` === name);
    if (!table) throw new Error(`The backup has a table that is not known: ${name}`);
    progress.begin(`reading ${name.replace(".copy", "")}`);
    await copyFromFile(tx, table, join(folder, name), progress);
  }
  await forgetSecrets(tx);
}
