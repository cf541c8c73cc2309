import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#server/runtime/log.ts";
import { statementEnded } from "#server/runtime/signals.ts";
import { connectionOptions } from "./connection.ts";

export type Pool = pg.Pool;

/**
 * The pool for all transactions that run as a visitor, a signed-in person or an admin. It uses
 * node-postgres instead of postgres.js: decision 0059.
 * @param answerMs longer than the statement timeout: a connection that is silent for this long is
 *   lost (a dropped route) and gets replaced
 * @param name labels its statements in metrics
 * @param password read for each new connection; omitted: the one in the URL
 */
export function openPool(
  databaseUrl: string,
  log: Log,
  max: number,
  { answerMs = 15_000, name = "server", password = undefined as (() => string) | undefined } = {},
): Pool {
  const options = connectionOptions(databaseUrl);
  const { host, port, database, username, ssl, connection } = options;
  const settings = {
    ...connection,
    TimeZone: "UTC",
    // The actor in the history when nobody is signed in.
    "loading_dock.actor": "server",
  };
  const setUp = Object.entries(settings)
    .map(
      ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
    )
    .join(", ");
  const pool = new pg.Pool({
    host,
    port,
    database,
    user: username,
    password: password ?? options.password,
    ssl: ssl && { rejectUnauthorized: ssl === "verify-full" },
    max,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 10_000,
    query_timeout: answerMs,
    types: { getTypeParser },
    // Not as startup parameters, since a pooler rejects unknown ones. The pool waits for this
    // query.
    onConnect: (client) => client.query(`select ${setUp}`),
  });
  // A lost connection fails its current query, if any. Otherwise it only needs a log line; none once the pool
  // is closed, as the embedded database may stop before it has read the goodbye.
  const warnLost = (err: Error) => {
    if (!pool.ending) log.warn({ err }, "a database connection was lost");
  };
  pool.on("error", warnLost);
  pool.on("connect", (client) => {
    client.on("error", warnLost);
    timeStatements(client, name);
  });
  return pool;
}

/** Reports how long each statement of a connection took; without listeners it changes nothing. */
function timeStatements(client: pg.PoolClient, pool: string) {
  const query = (...asked: unknown[]): unknown =>
    Reflect.apply(pg.Client.prototype.query, client, asked);
  client.query = ((...asked: unknown[]) => {
    if (!statementEnded.hasListeners()) return query(...asked);
    const started = performance.now();
    const end = () =>
      statementEnded.publish({ pool, seconds: (performance.now() - started) / 1000 });
    const last = asked.at(-1);
    if (typeof last === "function")
      return query(...asked.slice(0, -1), (...answer: unknown[]) => {
        end();
        last(...answer);
      });
    const answer = query(...asked);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  }) as typeof client.query;
}

/** The pool waits for its transactions, but one whose request is gone may never end. */
const CLOSE_WITHIN_MS = 2_000;

export async function closePool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
}

export type Query = <Row extends pg.QueryResultRow = pg.QueryResultRow>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>;

/** Queries as template literals: every value becomes a parameter. */
export const queryOn =
  (client: Pick<pg.PoolClient, "query">): Query =>
  async (strings, ...values) => {
    const text = strings.reduce((sql, part, index) => `${sql}$${index}${part}`);
    const { rows } = await client.query(text, values);
    return rows as never;
  };

/**
 * Runs `work` in one transaction on one connection, and rolls back on an error. If the rollback
 * fails too, the connection is discarded. A silent connection is discarded right away: its rollback
 * would block waiting callers just as long again.
 */
export function transaction<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  return transactionOn(pool, "begin", (client) => work(queryOn(client)));
}

/** node-postgres waited `answerMs` without a response. */
const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === "Query read timeout";

/** @param opening begins the transaction, and may set local settings; sent unchanged */
export async function transactionOn<T>(
  pool: Pool,
  opening: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(opening);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    if (isSilence(error)) broken = error;
    else
      await client.query("rollback").catch((cause) => {
        broken = cause;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

const asText = (value: string) => value;
const exactNumber = (value: string) => (String(Number(value)) === value ? Number(value) : value);
/** 2026-11-21T10:02:25.915324+00:00: Safari can't parse PostgreSQL's format. Sessions are in UTC. */
const time = (value: string) => value.replace(" ", "T").replace(/\+00$/, "+00:00");

const TEXT_ARRAY: number = 1009;

/** By the OIDs of pg_type: values that the API returns as PostgreSQL or PostgREST writes them. */
const PARSERS = new Map<number, (value: string) => unknown>([
  [20, exactNumber], // bigint
  [1700, exactNumber], // numeric
  [1082, asText], // date
  [1083, asText], // time
  [1114, asText], // timestamp
  [1184, time], // timestamptz
  [1266, asText], // timetz
  [1186, asText], // interval
  [600, asText], // point
  [718, asText], // circle
  [1003, pg.types.getTypeParser(TEXT_ARRAY)], // name[], which node-postgres doesn't know
]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as "text");
