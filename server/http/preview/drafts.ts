import { HttpError } from "#supabase/functions/_shared/http-error.ts";

/** A row as it would be stored: every column of it that pages read. */
export type DraftRow = Record<string, string | number | boolean | null>;

/** Unsaved rows by their table; one that the database has too takes its place. */
export type Drafts = ReadonlyMap<string, readonly DraftRow[]>;

export interface Asked {
  /** of a public page: "/pricing" */
  path: string;
  drafts: Drafts;
  /** the id of a set of prepared changes that is to be seen too */
  set?: string | undefined;
}

const MAX_ROWS = 200;
const NAME = /^[a-z][a-z_]{0,62}$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads the body of a request for a preview: `{"path": "/", "drafts": {"services": [{…}]}}`, with `"set"`
 * where changes that are prepared are to be seen too.
 * @throws HttpError 400 for any other body
 */
export function readAsked(body: string, pages: ReadonlySet<string>): Asked {
  const { path, drafts, set, ...others } = objectOf(parsed(body));
  if (typeof path !== "string" || !pages.has(path)) throw badPreview(WRONG);
  if (Object.keys(others).length > 0) throw badPreview(WRONG);
  if (set !== undefined && !(typeof set === "string" && UUID.test(set))) throw badPreview(WRONG);
  const tables = Object.entries(objectOf(drafts)).map(
    ([table, rows]) => [nameOf(table), rowsOf(rows)] as const,
  );
  if (tables.reduce((sum, [, rows]) => sum + rows.length, 0) > MAX_ROWS) throw badPreview(MANY);
  return { path, drafts: new Map(tables), set };
}

const WRONG = "Send the path of a public page and its drafts by table, as JSON.";
const MANY = `A preview takes at most ${MAX_ROWS} drafts.`;

const badPreview = (sentence: string) => new HttpError(400, "bad_preview", sentence);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badPreview(WRONG);
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badPreview(WRONG);
  return value as Record<string, unknown>;
}

/** Every object has a "constructor": no table or column is called so. */
function nameOf(name: string): string {
  if (!NAME.test(name) || name in Object.prototype) throw badPreview(WRONG);
  return name;
}

const isPlain = (value: unknown) =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

function rowsOf(rows: unknown): DraftRow[] {
  if (!Array.isArray(rows)) throw badPreview(WRONG);
  for (const row of rows)
    for (const [column, value] of Object.entries(objectOf(row)))
      if (nameOf(column) && !isPlain(value)) throw badPreview(WRONG);
  return rows;
}

/** What a set holds, as the database answers it, with the drafts over it: the later row of a key counts. */
export function withDrafts(set: Record<string, DraftRow[]>, drafts: Drafts): Drafts {
  const prepared = new Map(Object.entries(set));
  const tables = new Set([...prepared.keys(), ...drafts.keys()]);
  return new Map(
    [...tables].map((table) => [
      table,
      [...(prepared.get(table) ?? []), ...(drafts.get(table) ?? [])],
    ]),
  );
}
