import postgres from "postgres";
import { SettingError } from "#server/runtime/env.ts";
import { withTimeout } from "#server/runtime/with-timeout.ts";
import { driverOptions, type Sql } from "./connection.ts";

/** A little longer than the connect timeout (connection.ts). */
const ANSWER_MS = 11_000;

/**
 * postgres.js retries forever when a server accepts connections and then drops them.
 * @throws the connection's error, or an error with the code NO_ANSWER
 */
export async function waitForAnswer(sql: Sql) {
  await withTimeout(ANSWER_MS, sql`select 1`, () =>
    Object.assign(new Error("the database did not answer"), { code: "NO_ANSWER" }),
  );
}

/**
 * Checks that the database answers, and that each connection has its own session. A pooler in transaction
 * mode gives the session to another connection after each transaction, which loses LISTEN and locks.
 * @throws SettingError when sessions are shared, or there are too few connections
 */
export async function checkSessions(databaseUrl: string): Promise<void> {
  const options = {
    ...driverOptions(databaseUrl),
    max: 1,
    connect_timeout: 10,
    // Prepared statements would be lost with the session.
    prepare: false,
    fetch_types: false,
  };
  const one = postgres(options);
  const other = postgres(options);
  const backend = async (sql: Pick<Sql, "unsafe">) => {
    const [row] = await sql.unsafe("select pg_backend_pid() as pid").simple();
    return row?.pid;
  };
  try {
    await waitForAnswer(one);
    const first = await backend(one);
    const second = await withTimeout(
      ANSWER_MS,
      other.begin((tx) => backend(tx)),
      () =>
        new SettingError(
          "DATABASE_URL points to a pooler with too few connections. Allow at least 24 for each process of this program (default_pool_size of PgBouncer).",
        ),
    );
    if (first === second) throw new SettingError(SHARED);
  } catch (error) {
    if (/statement pooling mode/.test(String(error))) throw new SettingError(SHARED);
    throw error;
  } finally {
    await Promise.all([one.end({ timeout: 0 }), other.end({ timeout: 0 })]);
  }
}

const SHARED =
  "DATABASE_URL points to a pooler in transaction mode, which breaks live updates. Set pool_mode = session (deploy/pgbouncer.ini), or name the database itself.";
