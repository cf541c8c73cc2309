import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { Sql } from "#server/backend/postgres/connection.ts";

/** Expects no open transaction, lock or prepared transaction, and a history without gaps. */
export async function databaseAtRest(sql: Sql) {
  // The database notices a broken connection a moment later.
  await vi.waitFor(
    async () =>
      expect([
        ...(await sql`
          select state || ': ' || left(query, 80) as what from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
              and backend_type = 'client backend'
          union all select 'lock ' || objid::text from pg_locks
            where locktype = 'advisory' and granted
              and database = (select oid from pg_database where datname = current_database())
          union all select 'prepared ' || gid from pg_prepared_xacts where database = current_database()`),
      ]).toEqual([]),
    // Not injected: Polls until PostgreSQL notices.
    { interval: 5, timeout: 60_000 },
  );
}

export async function historyChains(sql: Sql) {
  expect([...(await sql`select * from private.history_breaks()`)]).toEqual([]);
}

/** Every file below a folder, by its relative path. */
export async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

/** The version in a file's name, in any folder and even when half-written. */
function versionsIn(files: string[]): string[] {
  return files.map((file) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(file)?.[0] ?? file);
}

/**
 * Expects each stored file to have a row, or an entry for the file removal, and each row a file.
 * @param stored the names of all stored files, including half-written ones
 */
export async function filesHaveRows(sql: Sql, stored: string[]) {
  const rows = await sql`select version from storage.objects where version is not null`;
  const due = await sql`select version from loading_dock.files_to_remove`;
  const current = rows.map(({ version }) => version as string);
  const known = new Set([...current, ...due.map(({ version }) => version as string)]);
  expect(
    versionsIn(stored).filter((version) => !known.has(version)),
    "files without rows",
  ).toEqual([]);
  const there = new Set(versionsIn(stored.filter((file) => !file.endsWith(".part"))));
  expect(
    current.filter((version) => !there.has(version)),
    "rows without files",
  ).toEqual([]);
}
