import type { Routine, Table } from "./catalog.ts";
import { filterSql } from "./filters.ts";
import type { TableQuery } from "./query.ts";

/** One statement: names come from the catalog, and everything the client sent is a parameter. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** What a statement with rows returns: their JSON as PostgreSQL writes it, and their number. */
export interface Written {
  /** null when it exceeds the response's limit: then it stays in the database */
  body: string | null;
  rows: number;
  /** number of all matching rows, if requested */
  total?: number;
}

const AS_JSON = "coalesce(json_agg(row), '[]')::text as json, count(row)::int as rows";

/** The one row of `source`; its `json` leaves the database only if it is at most `most` bytes. */
const bounded = (source: string, most: number, more = ", rows") =>
  `select case when octet_length(json) <= ${most} then json end as body${more} from ${source}`;

/** A subquery that PostgreSQL evaluates only once, even if it is used twice. */
const once = (statement: string) => `(${statement} offset 0) answer`;

interface Read {
  table: Table;
  query: TableQuery;
  /** whether to count all matching rows */
  count: boolean;
  /** bytes of the largest response */
  most: number;
}

export function selectSql({ table, query, count, most }: Read): Statement {
  const { values, put } = parameters();
  const where = whereSql(query, put);
  const order = query.order.map(({ column, direction }) => `t."${column}" ${direction}`);
  const total = count
    ? `, (select count(*) from public."${table.name}" t${where})::int as total`
    : "";
  const page = [
    `select ${columnsSql(query.select)} from public."${table.name}" t${where}`,
    order.length > 0 ? `order by ${order.join(", ")}` : "",
    `limit ${put(query.limit)} offset ${put(query.offset)}`,
  ].join(" ");
  const text = `select ${AS_JSON}${total} from (${page}) row`;
  return { text: bounded(once(text), most, count ? ", rows, total" : ", rows"), values };
}

interface Insert {
  table: Table;
  query: TableQuery;
  rows: Record<string, unknown>[];
  columns: string[];
  conflict: "fail" | "update" | "ignore";
  returns: Returns;
}

/** Whether written rows are returned, and in how many bytes at most. */
type Returns = { most: number } | undefined;

export function insertSql({ table, query, rows, columns, conflict, returns }: Insert): Statement {
  const { values, put } = parameters();
  const names = quoted(columns);
  const change = columns.map((name) => `"${name}" = excluded."${name}"`).join(", ");
  const target = query.onConflict ? `(${quoted(query.onConflict)})` : "";
  const onConflict = {
    fail: "",
    ignore: ` on conflict ${target} do nothing`,
    update: ` on conflict ${target} do update set ${change}`,
  }[conflict];
  const source =
    columns.length > 0
      ? `(${names}) select ${names} from json_populate_recordset(null::public."${table.name}", ${put(JSON.stringify(rows))}::json)`
      : " default values";
  return {
    text: writing(`insert into public."${table.name}" as t ${source}${onConflict}`, query, returns),
    values,
  };
}

export function updateSql(
  table: Table,
  query: TableQuery,
  changes: Record<string, unknown>,
  returns: Returns,
): Statement {
  const { values, put } = parameters();
  const set = Object.keys(changes).map((name) => `"${name}" = given."${name}"`);
  const given = `json_populate_record(null::public."${table.name}", ${put(JSON.stringify(changes))}::json) given`;
  const text = `update public."${table.name}" t set ${set.join(", ")} from ${given}${whereSql(query, put)}`;
  return { text: writing(text, query, returns), values };
}

export function deleteSql(table: Table, query: TableQuery, returns: Returns): Statement {
  const { values, put } = parameters();
  const text = `delete from public."${table.name}" t${whereSql(query, put)}`;
  return { text: writing(text, query, returns), values };
}

/**
 * @param given the arguments from the client, all of them parameters of the routine
 * @param most bytes of the largest response
 */
export function callSql(routine: Routine, given: Record<string, unknown>, most: number): Statement {
  const { values, put } = parameters();
  const used = routine.parameters.filter(({ name }) => Object.hasOwn(given, name));
  const source =
    used.length > 0
      ? ` from json_to_record(${put(JSON.stringify(given))}::json) as given (${used.map(({ name, type }) => `"${name}" ${type}`).join(", ")})`
      : "";
  const call = `public."${routine.name}"(${used.map(({ name }) => `"${name}" => given."${name}"`).join(", ")})`;
  const text = {
    nothing: `select ${call}${source}`,
    one: bounded(
      once(`select coalesce(to_json(${call}), 'null')::text as json${source}`),
      most,
      "",
    ),
    many: bounded(once(`select ${AS_JSON} from (select ${call} as row${source}) result`), most),
  }[routine.returns];
  return { text, values };
}

function parameters() {
  const values: unknown[] = [];
  return { values, put: (value: unknown) => `$${values.push(value)}` };
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

const columnsSql = (select: string[] | undefined) =>
  select ? select.map((name) => `t."${name}"`).join(", ") : "t.*";

function whereSql({ filters }: TableQuery, put: (value: unknown) => string): string {
  const conditions = filters.map((filter) => filterSql(filter, put));
  return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
}

const writing = (text: string, query: TableQuery, returns: Returns) =>
  returns
    ? `with row as (${text} returning ${columnsSql(query.select)}), answer as materialized (select ${AS_JSON} from row) ${bounded("answer", returns.most)}`
    : text;
