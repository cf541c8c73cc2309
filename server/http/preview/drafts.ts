import { HttpError } from "#supabase/functions/_shared/http-error.ts";
import { UUID } from "#supabase/functions/_shared/uuid.ts";

/** A row as it would be stored, with all columns that pages read. */
export type DraftRow = Record<string, string | number | boolean | null>;

/** Unsaved rows by table; each replaces the stored row with the same key. */
export type Drafts = ReadonlyMap<string, readonly DraftRow[]>;

export interface Asked {
  /** path of a public page: "/pricing" */
  path: string;
  drafts: Drafts;
  /** the id of a change set to include in the preview */
  set?: string | undefined;
}

const MAX_ROWS = 200;
const NAME = /^[a-z][a-z_]{0,62}$/;

/**
 * Parses the body of a preview request: `{"path": "/", "drafts": {"services": [{…}]}}`, with `"set"` to
 * include a change set.
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

/** Rejects names such as "constructor", which every object has. No table or column uses them. */
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

/** The rows of a set, overlaid with the drafts: the later row with the same key wins. */
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
