import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#server/runtime/log.ts";
import { statementEnded } from "#server/runtime/signals.ts";
import { connectionOptions } from "./connection.ts";

export type Pool = pg.Pool;

/**
 * The pool for everything that runs in transactions as a visitor, a stranger or an admin. It is
 * node-postgres and not postgres.js: decision 0059.
 * @param answerMs longer than any statement may take in the database: a connection that says nothing
 *   for so long is lost (a dropped route), and a new one takes its place
 * @param name in what is told of its statements
 * @param password as it is now, for each new connection; left out: the one in the URL
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
    // Who changed a row where nobody is signed in, for the history.
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
    // Not as it connects: a pooler refuses what it does not know. The pool waits for it.
    onConnect: (client) => client.query(`select ${setUp}`),
  });
  // A lost connection fails the query on it, if any; besides, it is only worth a line.
  const tell = (err: Error) => log.warn({ err }, "a database connection was lost");
  pool.on("error", tell);
  pool.on("connect", (client) => {
    client.on("error", tell);
    timeStatements(client, name);
  });
  return pool;
}

/** Tells how long each of a connection's statements took; while nobody listens they are left as they are. */
function timeStatements(client: pg.PoolClient, pool: string) {
  const query = (...asked: unknown[]): unknown =>
    Reflect.apply(pg.Client.prototype.query, client, asked);
  client.query = ((...asked: unknown[]) => {
    if (!statementEnded.heard()) return query(...asked);
    const began = performance.now();
    const end = () => statementEnded.tell({ pool, seconds: (performance.now() - began) / 1000 });
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

/** The pool waits for its transactions; one whose request is gone may never go on. */
const CLOSE_WITHIN_MS = 2_000;

export async function closePool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
}

export type Query = <Row extends pg.QueryResultRow = pg.QueryResultRow>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>;

/** Queries as templates: every value becomes a parameter. */
export const queryOn =
  (client: Pick<pg.PoolClient, "query">): Query =>
  async (strings, ...values) => {
    const text = strings.reduce((sql, part, index) => `${sql}$${index}${part}`);
    const { rows } = await client.query(text, values);
    return rows as never;
  };

/**
 * Runs `work` in one transaction on one connection. When it fails the transaction is rolled back,
 * and a connection on which even that fails is thrown away; so is one that fell silent, at once, or
 * anyone who waits would wait for its rollback as long again.
 */
export function transaction<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  return transactionOn(pool, "begin", (client) => work(queryOn(client)));
}

/** node-postgres has waited `answerMs` for an answer. */
const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === "Query read timeout";

/** @param opening begins the transaction, and may set what holds within it; sent as it is */
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

/** OIDs of PostgreSQL's pg_type whose values the API writes as PostgreSQL or PostgREST does. */
const asText = (value: string) => value;
const exactNumber = (value: string) => (String(Number(value)) === value ? Number(value) : value);
/** 2026-11-21T10:02:25.915324+00:00: Safari can't read PostgreSQL's own form. Sessions are in UTC. */
const time = (value: string) => value.replace(" ", "T").replace(/\+00$/, "+00:00");

const TEXT_ARRAY: number = 1009;

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
  [1003, pg.types.getTypeParser(TEXT_ARRAY)], // name[], of which node-postgres knows nothing
]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as "text");
