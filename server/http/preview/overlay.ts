import type { DraftRow, Drafts } from "./drafts.ts";

/** The columns by which a row of a table is known, where that is not its id. */
const KEYS: Record<string, readonly string[]> = {
  site_content: ["page_name", "section_name", "content_key"],
  site_settings: ["setting_key"],
};
const keyOf = (table: string) => KEYS[table] ?? ["id"];

type Ask = (request: Request) => Promise<Response>;

/**
 * Asks for what a page reads, and lays the drafts over the answer as if they were stored. Reads of one
 * table only (`select`, `order`, `eq.` and `in.`): another question about a table with drafts is an
 * error, because its answer would not have them.
 */
export function underDrafts(drafts: Drafts, ask: Ask): Ask {
  return async (request) => {
    const url = new URL(request.url);
    const table = /^\/rest\/v1\/([a-z_]+)$/.exec(url.pathname)?.[1] ?? "";
    const rows = drafts.get(table) ?? [];
    if (rows.length === 0) return ask(request);
    if (request.method !== "GET") throw new Error(`${request.method} ${table} under drafts`);
    const query = readQuery(url.searchParams);
    const key = keyOf(table);
    const wanted = new Set([...query.select, ...key, ...query.order.map(({ column }) => column)]);
    url.searchParams.set("select", [...wanted].join(","));
    const answer = await ask(new Request(url, request));
    if (!answer.ok) return answer;
    const stored: DraftRow[] = await answer.json();
    return Response.json(overlay(stored, rows, query, key));
  };
}

interface Query {
  select: string[];
  order: { column: string; ascending: boolean }[];
  /** whether a row is asked for */
  wants: (row: DraftRow) => boolean;
}

const COLUMN = /^[a-z_]+$/;

function readQuery(parameters: URLSearchParams): Query {
  const query: Query = { select: [], order: [], wants: isShown };
  for (const [name, value] of parameters) {
    const parts = value.split(",").map((part) => part.trim());
    if (name === "select") query.select = parts.map(columnOf);
    else if (name === "order") query.order = parts.map(orderOf);
    else query.wants = both(query.wants, filterOf(columnOf(name), value));
  }
  return query;
}

/** What is not active is kept back from visitors by the database, not by the question. */
const isShown = (row: DraftRow) => row.is_active !== false;

const both =
  (one: Query["wants"], other: Query["wants"]): Query["wants"] =>
  (row) =>
    one(row) && other(row);

function columnOf(name: string): string {
  if (!COLUMN.test(name)) throw new Error(`"${name}" can't be asked of drafts`);
  return name;
}

function orderOf(part: string) {
  const [column = "", direction = "asc", ...more] = part.split(".");
  if (more.length > 0 || !["asc", "desc"].includes(direction))
    throw new Error(`drafts can't be put in the order "${part}"`);
  return { column: columnOf(column), ascending: direction === "asc" };
}

function filterOf(column: string, condition: string): Query["wants"] {
  const [, operator, operand = ""] = /^(eq|in)\.(.*)$/s.exec(condition) ?? [];
  if (operator === "eq") return (row) => String(row[column]) === operand;
  const list = operator === "in" && /^\(([^"()]*)\)$/.exec(operand)?.[1];
  if (typeof list !== "string") throw new Error(`drafts can't be filtered by "${condition}"`);
  const choices = list.split(",");
  return (row) => choices.includes(String(row[column]));
}

function overlay(
  stored: readonly DraftRow[],
  drafts: readonly DraftRow[],
  { select, order, wants }: Query,
  key: readonly string[],
): DraftRow[] {
  const known = (row: DraftRow) => JSON.stringify(key.map((column) => row[column]));
  // Of two drafts of one row the later one counts: it is typed over what a set has prepared.
  const drafted = new Map(drafts.map((row) => [known(row), row]));
  const rows = [
    ...stored.filter((row) => !drafted.has(known(row))),
    ...[...drafted.values()].filter(wants),
  ];
  rows.sort((a, b) => {
    for (const { column, ascending } of order) {
      const difference = compare(a[column], b[column]);
      if (difference !== 0) return ascending ? difference : -difference;
    }
    return 0;
  });
  return rows.map((row) =>
    Object.fromEntries(select.map((column) => [column, row[column] ?? null])),
  );
}

/** Null, and what a new row has not yet, is the greatest, as in PostgreSQL. */
function compare(a: DraftRow[string] = null, b: DraftRow[string] = null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
