import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { atomically, type Sql, type Tx } from "#server/backend/postgres/connection.ts";
import type { Progress } from "#server/backend/self-hosted/backup/deadline.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import {
  betweenBaselines,
  isBaseline,
  isBeforeBaseline,
  ranBefore,
} from "#server/backend/self-hosted/migrations/baseline.ts";
import { migrate, migrateBefore } from "#server/backend/self-hosted/migrations/migrate.ts";
import { SettingError } from "#server/runtime/env.ts";
import { asTheyWere } from "./as-they-were.ts";
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
  sql: Sql | Tx,
  folder: string,
  archive: string,
  progress: Progress,
  last?: (tx: Tx) => Promise<void>,
) {
  const tables = join(folder, "tables");
  const backedUp = await backedUpVersions(tables);
  const before = ranBefore(backedUp);
  if (typeof before === "object") throw betweenBaselines(`The site in ${archive}`, before);
  const versions = [...backedUp].filter((version) => !isBeforeBaseline(version));
  const only = (version: string) =>
    backedUp.has(version) || (before === "all" && isBaseline(version));
  progress.begin("creating the tables");
  await bootstrap(sql);
  if (before === "published") await migrateBefore(sql, only);
  else await migrate(sql, { only });
  await atomically(sql, async (tx) => {
    const rows = await tx`select version from supabase_migrations.schema_migrations`;
    const known = rows.map(({ version }) => String(version));
    if (versions.some((version) => !known.includes(version)))
      throw new SettingError(
        `${archive} was written by a newer version of this program. Update the program, then restore.`,
      );
    if (!known.every(only))
      throw new SettingError(
        "The database holds an unfinished restore. Restore into an empty one: create it with deploy/postgres.sql, and set DATABASE_URL to it.",
      );
    await asTheyWere(tx, () => loadTables(tx, tables, progress));
    await last?.(tx);
  });
}

async function backedUpVersions(tables: string): Promise<Set<string>> {
  const file = join(tables, "supabase_migrations.schema_migrations.copy");
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return new Set(lines.map((line) => line.split("\t")[0] as string));
}

async function loadTables(tx: Tx, folder: string, progress: Progress) {
  const tables = await listTables(tx);
  await tx.unsafe(`truncate ${tables.map(tableName).join(", ")}`);
  for (const name of await readdir(folder)) {
    if (isNever(name.replace(/\.copy$/, ""))) continue;
    const table = tables.find((one) => `${one.schema}.${one.name}.copy` === name);
    if (!table) throw new Error(`The backup has an unknown table: ${name}`);
    progress.begin(`reading ${name.replace(".copy", "")}`);
    await copyFromFile(tx, table, join(folder, name), progress);
  }
  await forgetSecrets(tx);
}
