import type { Routine, Table } from "./catalog.ts";
import { filterSql } from "./filters.ts";
import type { TableQuery } from "./query.ts";

/** One statement: names come from the catalog, everything that a client sent is a parameter. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Of statements that give rows back: their JSON as PostgreSQL writes it, and how many there are. */
export interface Written {
  body: string;
  rows: number;
  /** of all that match, where it was asked for */
  total?: number;
}

const AS_JSON = "coalesce(json_agg(row), '[]')::text as body, count(row)::int as rows";

export function selectSql(table: Table, query: TableQuery, count: boolean): Statement {
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
  return { text: `select ${AS_JSON}${total} from (${page}) row`, values };
}

interface Insert {
  table: Table;
  query: TableQuery;
  rows: Record<string, unknown>[];
  columns: string[];
  conflict: "fail" | "update" | "ignore";
  returns: boolean;
}

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
  returns: boolean,
): Statement {
  const { values, put } = parameters();
  const set = Object.keys(changes).map((name) => `"${name}" = given."${name}"`);
  const given = `json_populate_record(null::public."${table.name}", ${put(JSON.stringify(changes))}::json) given`;
  const text = `update public."${table.name}" t set ${set.join(", ")} from ${given}${whereSql(query, put)}`;
  return { text: writing(text, query, returns), values };
}

export function deleteSql(table: Table, query: TableQuery, returns: boolean): Statement {
  const { values, put } = parameters();
  const text = `delete from public."${table.name}" t${whereSql(query, put)}`;
  return { text: writing(text, query, returns), values };
}

/** @param given the names that the client sent, all of them parameters of the routine */
export function callSql(routine: Routine, given: Record<string, unknown>): Statement {
  const { values, put } = parameters();
  const used = routine.parameters.filter(({ name }) => Object.hasOwn(given, name));
  const source =
    used.length > 0
      ? ` from json_to_record(${put(JSON.stringify(given))}::json) as given (${used.map(({ name, type }) => `"${name}" ${type}`).join(", ")})`
      : "";
  const call = `public."${routine.name}"(${used.map(({ name }) => `"${name}" => given."${name}"`).join(", ")})`;
  const text = {
    nothing: `select ${call}${source}`,
    one: `select coalesce(to_json(${call}), 'null')::text as body${source}`,
    many: `select ${AS_JSON} from (select ${call} as row${source}) result`,
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

const writing = (text: string, query: TableQuery, returns: boolean) =>
  returns
    ? `with row as (${text} returning ${columnsSql(query.select)}) select ${AS_JSON} from row`
    : text;
