import { HttpError } from "#server/backend/http-error.ts";
import type { Routine, Table } from "./catalog.ts";
import { notUnderstood, unknownColumn } from "./filters.ts";
import type { TableQuery } from "./query.ts";

type Row = Record<string, unknown>;

const MAX_ROWS = 1000;

const isRow = (value: unknown): value is Row => value instanceof Object && !Array.isArray(value);

const badBody = () => new HttpError(400, "PGRST102", "The request can't be understood.");

/** Rows of an insert with the same columns. */
export interface RowGroup {
  columns: string[];
  rows: Row[];
}

/**
 * The rows to insert, in their original order. If the client asks for column defaults, rows with
 * different columns go into separate groups; otherwise a missing value is null.
 * @throws HttpError 400
 */
export function rowsToInsert(
  table: Table,
  query: TableQuery,
  body: unknown,
  defaults: boolean,
): RowGroup[] {
  const rows = isRow(body) ? [body] : body;
  if (!Array.isArray(rows) || rows.length > MAX_ROWS || !rows.every(isRow)) throw badBody();
  const columns = query.columns ?? Object.keys(rows[0] ?? {});
  checkColumns(table, columns);
  if (!query.columns && rows.some((row) => !sameKeys(row, columns)))
    throw new HttpError(400, "PGRST102", "All object keys must match");
  if (!defaults) return rows.length > 0 ? [{ columns, rows }] : [];
  const groups: RowGroup[] = [];
  for (const row of rows) {
    const own = columns.filter((name) => Object.hasOwn(row, name));
    const last = groups.at(-1);
    if (last && sameKeys(row, last.columns, columns)) last.rows.push(row);
    else groups.push({ columns: own, rows: [row] });
  }
  return groups;
}

const sameKeys = (row: Row, columns: string[], among = Object.keys(row)) => {
  const keys = among.filter((name) => Object.hasOwn(row, name));
  return keys.length === columns.length && keys.every((name) => columns.includes(name));
};

/** @throws HttpError 400 */
export function changesToMake(table: Table, body: unknown): Row {
  if (!isRow(body)) throw badBody();
  checkColumns(table, Object.keys(body));
  return body;
}

function checkColumns(table: Table, names: readonly string[]): void {
  const unknown = names.find((name) => !table.columns.has(name));
  if (unknown !== undefined) throw unknownColumn(table, unknown);
}

/** @throws HttpError 400 when it isn't an object, 404 when no function has these parameters */
export function argumentsFor(routine: Routine, body: unknown): Row {
  const given = body === undefined ? {} : body;
  if (!isRow(given)) throw badBody();
  const known = new Set(routine.parameters.map(({ name }) => name));
  const missing = routine.parameters.find(
    ({ name, optional }) => !optional && !Object.hasOwn(given, name),
  );
  if (missing || Object.keys(given).some((name) => !known.has(name)))
    throw new HttpError(
      404,
      "PGRST202",
      `The function ${routine.name} can't be called with these parameters.`,
    );
  return given;
}

/** None of our requests changes every row of a table, so a missing filter is a client's mistake. */
export function checkFiltered({ filters }: TableQuery): void {
  if (filters.length === 0) throw notUnderstood("no filter");
}
