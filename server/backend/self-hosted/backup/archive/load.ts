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
  isBeforeBaseline,
  ranBefore,
} from "#server/backend/self-hosted/migrations/baseline.ts";
import { migrate, migrateBefore } from "#server/backend/self-hosted/migrations/migrate.ts";
import { SettingError } from "#server/runtime/env.ts";
import { copyFromFile } from "./copy.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";
import { forgetSecrets, isExcludedTable, listTables, SCHEMAS, tableName } from "./tables.ts";

/** Unpacks an archive into a folder. @returns its manifest */
export async function unpack(
  archive: Readable,
  folder: string,
  { signal, moved }: Pick<Progress, "signal" | "moved">,
): Promise<Manifest> {
  await pipeline(archive.on("data", moved), createGunzip(), unpackTar(folder), { signal });
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")));
}

/**
 * Fills an empty database from an unpacked archive: the migrations that the backup knew, then all of
 * its rows or none.
 * @param sql with the caller's transaction, the tables are created in it too
 * @param archive its name in messages
 * @param last runs in the transaction of the rows
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
  const only = (version: string) => backedUp.has(version);
  progress.begin("creating the tables");
  await bootstrap(sql);
  if (before === "none") await migrate(sql, { only });
  else await migrateBefore(sql, only);
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
    await withoutTriggersAndForeignKeys(tx, () => loadTables(tx, tables, progress));
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
    if (isExcludedTable(name.replace(/\.copy$/, ""))) continue;
    const table = tables.find((one) => `${one.schema}.${one.name}.copy` === name);
    if (!table) throw new Error(`The backup has an unknown table: ${name}`);
    progress.begin(`reading ${name.replace(".copy", "")}`);
    await copyFromFile(tx, table, join(folder, name), progress);
  }
  await forgetSecrets(tx);
}

/**
 * Runs work that restores rows unchanged. Triggers are off, and foreign keys are checked at the end, so
 * tables may come in any order. The tables' owner may do this; session_replication_role is for superusers.
 */
async function withoutTriggersAndForeignKeys(tx: Tx, work: () => Promise<void>): Promise<void> {
  const triggers = await tx<{ relation: string; name: string }[]>`
    select t.tgrelid::regclass::text as relation, quote_ident(t.tgname) as name
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O'
      and c.relnamespace::regnamespace::text = any (${SCHEMAS})`;
  const keys = await tx<{ relation: string; name: string; definition: string }[]>`
    select k.conrelid::regclass::text as relation, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0
      and c.relnamespace::regnamespace::text = any (${SCHEMAS})`;
  const alter = async (changes: string[]) => {
    if (changes.length > 0) await tx.unsafe(changes.join(";\n")).simple();
  };
  const turn = (word: string) =>
    triggers.map(({ relation, name }) => `alter table ${relation} ${word} trigger ${name}`);
  await alter([
    ...turn("disable"),
    ...keys.map(({ relation, name }) => `alter table ${relation} drop constraint ${name}`),
  ]);
  await work();
  await alter([
    ...keys.map(
      ({ relation, name, definition }) =>
        `alter table ${relation} add constraint ${name} ${definition}`,
    ),
    ...turn("enable"),
  ]);
}
