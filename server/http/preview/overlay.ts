import type { Part, PartAnswer, ReadPart } from "#server/http/pages/page-rows.ts";
import type { DraftRow, Drafts } from "./drafts.ts";

/** The key columns of tables whose key is not id. */
const KEYS: Record<string, readonly string[]> = {
  site_content: ["page_name", "section_name", "content_key"],
  site_settings: ["setting_key"],
};
/** The order of a list's rows on a page, the same as in the database. */
const IN_ORDER = ["display_order", "created_at", "id"];

type Row = Readonly<DraftRow>;

/** Reads what a page requests, and applies the drafts to the answer as if they were stored. */
export function withDraftsApplied(drafts: Drafts, read: ReadPart): ReadPart {
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
  // The database, not the query, hides inactive rows from visitors.
  const isWanted = (row: Row) =>
    row.is_active !== false &&
    Object.entries(where).every(([column, value]) => String(row[column]) === value);
  // Of two drafts of a row, the later wins: someone typed it over the change set.
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

/** Null, or a value that a new row lacks, sorts last, as in PostgreSQL. */
function compare(a: DraftRow[string] = null, b: DraftRow[string] = null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
