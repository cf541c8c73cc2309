import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { answerTooLarge } from "#server/backend/gateway/operations/within-bounds.ts";
import { nothingHere } from "#server/backend/gateway/request/address.ts";
import { methodNotAllowed } from "#server/backend/gateway/request/match.ts";
import type { RestCall } from "#server/backend/gateway/services.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { type Caller, transactionAs } from "#server/backend/postgres/caller.ts";
import { asDatabaseError, statusOfSqlState } from "#server/backend/postgres/errors.ts";
import type { Pool } from "#server/backend/postgres/pool.ts";
import { argumentsFor, changesToMake, checkFiltered, rowsToInsert } from "./body.ts";
import type { Catalog, Routine, Table } from "./catalog.ts";
import { isStaffOnly } from "./filters.ts";
import { type Preferences, readPreferences } from "./preferences.ts";
import { readQuery, type TableQuery } from "./query.ts";
import {
  callSql,
  deleteSql,
  insertSql,
  type Statement,
  selectSql,
  updateSql,
  type Written,
} from "./sql.ts";

/**
 * PostgREST's protocol for the tables and functions of `public`, as far as supabase-js uses it. Every
 * request becomes one statement of catalog names and parameters and runs as the caller, so the
 * database checks permissions. docs/api.md lists what may be called.
 */
export function createRest(pool: Pool, catalog: Catalog) {
  return async (call: RestCall): Promise<Response> => {
    const preferences = readPreferences(call.headers);
    const [, rpc, name = ""] = /^\/(rpc\/)?([a-z_][a-z0-9_]*)$/.exec(call.address.path) ?? [];
    const work = rpc
      ? routineWork(catalog.routines.get(name), call)
      : tableWork(catalog.tables.get(name), call, preferences);
    const run = () => transactionAs(pool, call.caller, work, { readOnly: reads(call.method) });
    try {
      return await throughDeadlocks(run);
    } catch (error) {
      throw asRefusal(error, call.caller);
    }
  };
}

const DEADLOCK = "40P01";
/** How long the other request gets to go on, in ms. */
const PAUSE_MS = 50;

/**
 * Two requests changed the same rows in a different order, such as two messages of one person, and PostgreSQL
 * canceled this one. Nothing of it was stored, so it runs again.
 */
async function throughDeadlocks<T>(run: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (tries === 1 || asDatabaseError(error)?.code !== DEADLOCK) throw error;
    await pause(PAUSE_MS);
    return throughDeadlocks(run, tries - 1);
  }
}

type Work = (client: pg.PoolClient) => Promise<Response>;

const reads = (method: string) => method === "GET" || method === "HEAD";

/** Parses the whole request before the first statement. */
function tableWork(table: Table | undefined, call: RestCall, preferences: Preferences): Work {
  if (!table) throw nothingHere();
  const query = readQuery(table, call.address.query);
  const work = METHODS[call.method]?.({
    table,
    query,
    preferences,
    body: call.body,
    most: call.answer,
  });
  if (!work) throw methodNotAllowed("PGRST117");
  if (call.caller.role === "service_role" || !query.filters.some(isStaffOnly)) return work;
  return async (client) => {
    const { rows } = await client.query("select cardinality(public.my_roles()) > 0 as staff");
    if (!rows[0]?.staff)
      throw new HttpError(403, "PGRST100", "Only staff can search by a pattern like this.");
    return work(client);
  };
}

interface TableCall {
  table: Table;
  query: TableQuery;
  body: unknown;
  preferences: Preferences;
  /** bytes of the largest response */
  most: number;
}

type Method = (call: TableCall) => Work;

const read: Method =
  ({ table, query, preferences, most }) =>
  async (client) => {
    const statement = selectSql({ table, query, count: preferences.count, most });
    const { rows } = await client.query<Written>(statement);
    return answerRows(200, { ...(rows[0] as Written), most }, preferences, query.offset);
  };

/** What a write returns, if anything. */
const returned = ({ preferences, most }: TableCall) =>
  preferences.rows === "full" ? { most } : undefined;

const insert: Method = (call) => {
  const { table, query, body, preferences } = call;
  const { conflict, defaults } = preferences;
  const returns = returned(call);
  const groups = rowsToInsert(table, query, body, defaults);
  const statements = groups.map((group) =>
    insertSql({ table, query, ...group, conflict, returns }),
  );
  return write(201, statements, call);
};

const update: Method = (call) => {
  const { table, query, body } = call;
  checkFiltered(query);
  const changes = changesToMake(table, body);
  const nothing = Object.keys(changes).length === 0;
  const statement = updateSql(table, query, changes, returned(call));
  return write(200, nothing ? [] : [statement], call);
};

const remove: Method = (call) => {
  checkFiltered(call.query);
  return write(200, [deleteSql(call.table, call.query, returned(call))], call);
};

const METHODS: Record<string, Method | undefined> = {
  GET: read,
  HEAD: read,
  POST: insert,
  PATCH: update,
  DELETE: remove,
};

/** Several statements count as one write: their rows are returned in one list. */
const write =
  (status: 200 | 201, statements: Statement[], { preferences, most }: TableCall): Work =>
  async (client) => {
    const written: Written[] = [];
    let touched = 0;
    for (const statement of statements) {
      const { rows, rowCount } = await client.query<Written>(statement);
      touched += rowCount ?? 0;
      written.push(...rows);
    }
    if (preferences.rows === "none")
      return answerNothing(status === 200 ? 204 : status, touched, preferences);
    const bodies = written.map((part) => bodyOf(part, most).slice(1, -1)).filter(Boolean);
    const rows = written.reduce((sum, part) => sum + part.rows, 0);
    const total = preferences.count ? rows : undefined;
    return answerRows(status, { body: `[${bodies.join(",")}]`, rows, total, most }, preferences);
  };

function routineWork(routine: Routine | undefined, call: RestCall): Work {
  const { method, address, body, answer: most } = call;
  if (!routine) throw new HttpError(404, "PGRST202", "There is no such function.");
  if (method !== "POST") throw new HttpError(405, "PGRST101", "Use POST for this function.");
  if (address.query.length > 0)
    throw new HttpError(400, "PGRST100", "A function takes its parameters in the body.");
  const statement = callSql(routine, argumentsFor(routine, body), most);
  return async (client) => {
    const { rows } = await client.query<Written>(statement);
    return routine.returns === "nothing"
      ? new Response(null, { status: 204 })
      : json(rows[0] ? bodyOf(rows[0], most) : "null");
  };
}

/** Passes on the database's refusals with code and message, as PostgREST does, but not its faults. */
function asRefusal(error: unknown, { role }: Caller): unknown {
  const known = asDatabaseError(error);
  if (!known) return error;
  const status = statusOfSqlState(known.code, role !== "anon");
  if (status >= 500) return error;
  return new HttpError(status, known.code, known.message, {}, known);
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** @throws HttpError 400 when the response would exceed `most` bytes, which rolls the transaction back */
function bodyOf({ body }: Pick<Written, "body">, most: number): string {
  if (body === null) throw answerTooLarge(most);
  return body;
}

/** Sends JSON as bytes, to know its Content-Length. */
function json(body: string, status = 200, headers: Record<string, string> = {}): Response {
  const bytes = Buffer.from(body);
  const length = { "content-length": String(bytes.length) };
  return new Response(bytes, { status, headers: { ...JSON_TYPE, ...length, ...headers } });
}

/**
 * Responds with rows, and their range in Content-Range as in PostgREST.
 * @throws HttpError 406 when a single object was requested and the number of rows isn't one, 400 when the
 *   response would be too large
 */
function answerRows(
  status: number,
  { rows, total, most, ...written }: Written & { most: number },
  { single }: Preferences,
  offset = 0,
): Response {
  if (single && rows !== 1)
    throw new HttpError(406, "PGRST116", "Cannot coerce the result to a single JSON object");
  if (total !== undefined && offset > total)
    throw new HttpError(416, "PGRST103", "Requested range not satisfiable");
  const part = total !== undefined && rows < total;
  const range = `${rows > 0 ? `${offset}-${offset + rows - 1}` : "*"}/${total ?? "*"}`;
  const body = bodyOf(written, most);
  if (Buffer.byteLength(body) > most) throw answerTooLarge(most);
  return json(single ? body.slice(1, -1) : body, status === 200 && part ? 206 : status, {
    "content-range": range,
  });
}

/** The response to a write whose rows the client doesn't want back. */
const answerNothing = (status: number, rows: number, { count }: Preferences) =>
  new Response(null, { status, headers: { "content-range": `*/${count ? rows : "*"}` } });
