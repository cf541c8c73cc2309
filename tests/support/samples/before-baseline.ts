import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";

const SAMPLE = new URL("before-baseline.sql.gz", import.meta.url);

/** The migrations that the baseline took the place of, by file name. They never change. */
function migrationsBefore(): [name: string, text: string][] {
  const all = gunzipSync(readFileSync(SAMPLE)).toString("utf8");
  return all
    .split(/^-- >>> /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return [part.slice(0, end), part.slice(end + 1)];
    });
}

/**
 * Makes of an empty database what a program before the baseline made.
 * @param only versions; left out: all, as the last such program did
 */
export async function migrateAsBefore(sql: Sql, only?: (version: string) => boolean) {
  await bootstrap(sql);
  return runMigrationsBefore(sql, only);
}

/** The same in a project of hosted Supabase, which has what bootstrap makes. */
export async function runMigrationsBefore(sql: Sql, only?: (version: string) => boolean) {
  const folder = await mkdtemp(join(tmpdir(), "ld-before-"));
  for (const [name, text] of migrationsBefore()) await writeFile(join(folder, name), text);
  const ran = await migrate(sql, { folder, only });
  await rm(folder, { recursive: true });
  return ran;
}
