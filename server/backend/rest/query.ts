import type { Address } from "#server/backend/gateway/request/address.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { Table } from "./catalog.ts";
import { checkSize, type Filter, notUnderstood, readFilter, unknownColumn } from "./filters.ts";

/** The parsed query of a request for one table. */
export interface TableQuery {
  /** omitted: all of them */
  select: string[] | undefined;
  filters: Filter[];
  order: { column: string; direction: string }[];
  limit: number;
  offset: number;
  /** the columns of the rows to insert, as the client lists them */
  columns: string[] | undefined;
  onConflict: string[] | undefined;
}

/** As on hosted Supabase: more rows than this need another request. */
const MAX_ROWS = 1000;

/**
 * Parses the query of a request for a table. It may have many filters; other parameters only once.
 * @throws HttpError 400 at the first thing that can't be parsed
 */
export function readQuery(table: Table, query: Address["query"]): TableQuery {
  const once = new Map<string, string>();
  const filters: Filter[] = [];
  for (const [name, value] of query) {
    if (!PARAMETERS.has(name)) filters.push(readFilter(table, name, value));
    else if (once.has(name)) throw new HttpError(400, "PGRST100", `"${name}" is given twice.`);
    else once.set(name, value);
  }
  checkSize(filters);
  const columnsIn = (name: string) =>
    once.has(name) ? columnList(table, once.get(name) ?? "") : undefined;
  const select = once.get("select") ?? "*";
  return {
    filters,
    select: select === "*" ? undefined : columnList(table, select),
    order: once.has("order") ? orderList(table, once.get("order") ?? "") : [],
    limit: Math.min(wholeNumber("limit", once.get("limit") ?? String(MAX_ROWS)), MAX_ROWS),
    offset: wholeNumber("offset", once.get("offset") ?? "0"),
    columns: columnsIn("columns"),
    onConflict: columnsIn("on_conflict"),
  };
}

const PARAMETERS = new Set(["select", "order", "limit", "offset", "columns", "on_conflict"]);

/** `id, "title"` -> ["id", "title"]; each column only once */
function columnList(table: Table, text: string): string[] {
  const names = text.split(",").map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
  for (const name of names) {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw notUnderstood(text);
    if (!table.columns.has(name)) throw unknownColumn(table, name);
  }
  if (new Set(names).size < names.length) throw notUnderstood(text);
  return names;
}

/** `title.asc,id.desc.nullslast`; each column only once */
function orderList(table: Table, text: string): TableQuery["order"] {
  const order = text.split(",").map((part) => {
    const [, column = "", way = "", nulls] =
      /^([a-z_][a-z0-9_]*)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(part) ?? [];
    if (!column) throw notUnderstood(part || "order");
    if (!table.columns.has(column)) throw unknownColumn(table, column);
    return { column, direction: [way, nulls && `nulls ${nulls}`].filter(Boolean).join(" ") };
  });
  if (new Set(order.map(({ column }) => column)).size < order.length) throw notUnderstood(text);
  return order;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notUnderstood(name);
  return Number(text);
}
