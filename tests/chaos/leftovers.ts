import { existsSync } from "node:fs";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { processesOf } from "./processes.ts";
import type { Count } from "./promises.ts";
import type { Server } from "./server.ts";

/** Entries of a clean data folder. */
const KNOWN = new Set([
  "secret",
  "second-factor-key",
  ...["postgres", "media", "media-cache", "media-upload", "backups", "outbox"],
  "unfinished-backups",
  ...["lock", "lock-journal", "lock.pid", "database-password"],
]);
const ABANDONED_SECONDS = 2 * 86_400;

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Ages half-written files until they are due for cleanup. */
export async function age({ dataDir }: Server) {
  const then = Date.now() / 1000 - ABANDONED_SECONDS;
  for (const file of await filesIn(join(dataDir, "media-cache"))) await utimes(file, then, then);
}

const found = (promise: string, of: number, examples: string[]): Count => ({
  promise,
  of,
  broken: examples.length,
  examples: examples.slice(0, 3),
});

/** Counts leftover rows, files, folders, locks and connections while the server is idle. */
export async function countLeftovers(server: Server, sql: Sql): Promise<Count[]> {
  const rows = await sql`select version from storage.objects where version is not null`;
  const versions = new Set(rows.map(({ version }) => version as string));
  const files = await filesIn(join(server.dataDir, "media"));
  const names = new Set(files.map((file) => file.split("/").at(-1)));
  const half = [server.dataDir, server.temporary].map(async (folder) =>
    (await filesIn(folder)).filter((file) => /\.(part|original|new)$/.test(file)),
  );
  const rowsOfBackups = await filesIn(join(server.dataDir, "unfinished-backups"));
  const data = (await readdir(server.dataDir)).filter((name) => !KNOWN.has(name));
  const temporary = (await readdir(server.temporary)).filter((name) => name !== ".s.PGSQL.5432");
  const held = await sql`
    select pid::text || ' ' || state || ' ' || left(query, 60) as what from pg_stat_activity
      where state like 'idle in transaction%' and now() - state_change > interval '5 seconds'
    union all select 'lock ' || objid::text from pg_locks where locktype = 'advisory' and granted
    union all select 'prepared ' || gid from pg_prepared_xacts
    union all select 'database ' || datname from pg_database
      where datname not in ('postgres', 'template0', 'template1')`;
  const connections = await sql`select count(*)::int as open from pg_stat_activity
    where backend_type = 'client backend'`;
  const open = connections[0]?.open as number;
  return [
    found(
      "files without rows",
      files.length,
      files.filter((file) => !versions.has(file.split("/").at(-1) ?? "")),
    ),
    found(
      "rows without files",
      rows.length,
      [...versions].filter((version) => !names.has(version)),
    ),
    found("half-written files and strange folders", 1, [
      ...(await Promise.all(half)).flat(),
      ...rowsOfBackups,
      ...data,
      ...temporary,
    ]),
    found(
      "locks, open transactions, scratch databases",
      1,
      held.map(({ what }) => what as string),
    ),
    found("connections above rest (22)", open, open > 22 ? [`${open} connections`] : []),
  ];
}

/** Call after a clean shutdown. */
export const countProcesses = (server: Server): Count => {
  const left = processesOf(server.folder);
  return found("processes left", 1, left.map(String));
};
