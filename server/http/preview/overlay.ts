import type { Part, PartAnswer, ReadPart } from "#server/http/pages/page-rows.ts";
import type { DraftRow, Drafts } from "./drafts.ts";

/** The columns by which a row of a table is known, where that is not its id. */
const KEYS: Record<string, readonly string[]> = {
  site_content: ["page_name", "section_name", "content_key"],
  site_settings: ["setting_key"],
};
/** How the rows of a list stand on a page, as the database puts them in order. */
const IN_ORDER = ["display_order", "created_at", "id"];

type Row = Readonly<DraftRow>;

/** Reads what a page asks for, and lays the drafts over the answer as if they were stored. */
export function underDrafts(drafts: Drafts, read: ReadPart): ReadPart {
  return async (part) => {
    const rows = drafts.get(part.table) ?? [];
    if (rows.length === 0) return read(part);
    const key = KEYS[part.table] ?? ["id"];
    const order = part.table in KEYS ? [] : IN_ORDER;
    const columns = [...new Set([...part.columns, ...key, ...order])];
    const { rows: stored, until } = await read({ ...part, columns });
    return { rows: overlay(stored, rows, part, { key, order }), until };
  };
}

function overlay(
  stored: readonly Row[],
  drafts: readonly DraftRow[],
  { columns, where = {} }: Part,
  { key, order }: Record<"key" | "order", readonly string[]>,
): PartAnswer["rows"] {
  const known = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  // What is not active is kept back from visitors by the database, not by the question.
  const isWanted = (row: Row) =>
    row.is_active !== false &&
    Object.entries(where).every(([column, value]) => String(row[column]) === value);
  // Of two drafts of one row the later one counts: it is typed over what a set has prepared.
  const drafted = new Map(drafts.map((row) => [known(row), row]));
  const rows = [
    ...stored.filter((row) => !drafted.has(known(row))),
    ...[...drafted.values()].filter(isWanted),
  ];
  rows.sort((a, b) => {
    for (const column of order) {
      const difference = compare(a[column], b[column]);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
  );
}

/** Null, and what a new row has not yet, is the greatest, as in PostgreSQL. */
function compare(a: DraftRow[string] = null, b: DraftRow[string] = null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
