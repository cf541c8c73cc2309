import { isIPv6 } from "node:net";
import postgres from "postgres";
import { hostOf } from "#supabase/functions/_shared/outgoing/host-of.ts";

export type Sql = postgres.Sql;
/** A transaction on an `Sql` connection. */
export type Tx = postgres.TransactionSql;

/** As on hosted Supabase: migrations may use pgcrypto's functions without their schema. */
const SEARCH_PATH = "public, extensions";

/** Applies to the rest of a session: a pooler may ignore startup parameters. */
export const setSearchPath = (sql: Sql | Tx) =>
  sql`select set_config('search_path', ${SEARCH_PATH}, false)`;

/**
 * Reads a connection URL as libpq does: `?host=/folder&port=5433` names a Unix socket, and
 * `sslmode` is passed on. Everything else in the query is a server setting.
 */
export function connectionOptions(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const host = searchParams.get("host") ?? (decodeURIComponent(hostOf(url)) || "localhost");
  const port = Number(searchParams.get("port") ?? (url.port || 5432));
  const sslmode = searchParams.get("sslmode");
  for (const key of ["host", "port", "sslmode"]) searchParams.delete(key);
  return {
    host,
    port,
    database: decodeURIComponent(url.pathname.slice(1)) || "postgres",
    username: decodeURIComponent(url.username) || "postgres",
    password: decodeURIComponent(url.password),
    ssl: sslOption(sslmode),
    connection: {
      ...Object.fromEntries(searchParams),
      application_name: "loading-dock",
      search_path: SEARCH_PATH,
    },
  } satisfies postgres.Options<Record<string, never>>;
}

/** `connectionOptions` for postgres.js, which splits a host at colons unless it is in a list. */
export function driverOptions(databaseUrl: string): postgres.Options<Record<string, never>> {
  const options = connectionOptions(databaseUrl);
  const { host, port } = options;
  const listed = { host: [host], port: [port] } as unknown as { host: string; port: number };
  // Otherwise the driver prints PostgreSQL's notices between the lines of the log.
  return { ...options, ...(isIPv6(host) && listed), onnotice: () => {} };
}

function sslOption(mode: string | null) {
  if (!mode || mode === "disable") return false;
  return mode === "verify-full" || mode === "verify-ca" ? "verify-full" : "require";
}

/** The same URL with another database name. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/**
 * Opens a few connections for setup, the command line and tests. Requests use pool.ts.
 * @param databaseUrl see `connectionOptions`
 */
export function connect(databaseUrl: string, max = 4): Sql {
  return postgres({
    ...driverOptions(databaseUrl),
    max,
    idle_timeout: 10,
    connect_timeout: 10,
  });
}

/** Runs `work` on a single connection, which is closed afterwards. */
export async function withConnection<T>(
  databaseUrl: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = connect(databaseUrl, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Runs `work` in one transaction: a new one, or `sql` if it already is one. */
export async function atomically(sql: Sql | Tx, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await ("savepoint" in sql ? work(sql) : sql.begin(work));
}
