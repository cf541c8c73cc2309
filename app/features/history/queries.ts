import type { SupabaseClient } from "@supabase/supabase-js";
import { answered } from "#app/lib/data/answers.ts";
import type {
  ChosenStep,
  HistoryChange,
  HistoryEntry,
  HistorySelection,
  HistoryStep,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { approvalNeeded, asBackendError } from "#app/lib/errors/backend-error.ts";

/** The prefix of every history query key. */
export const name = "history";

export const PAGE_SIZE = 50;

/** Changes, newest first, after the previous page's last one. Throws the backend's error. */
export const listChanges = (
  what: HistorySelection,
  after: HistoryChange | null = null,
  page_size = PAGE_SIZE,
): Promise<HistoryChange[]> =>
  answered(
    supabase().rpc("history_list", {
      what,
      page_size,
      older_than: after && { changed_at: after.changed_at, id: after.id },
    }),
  );

/** The latest changes of all, for the dashboard. */
export const listLatest = () => listChanges({}, null, 5);

/** The available filter values; throws the backend's error. */
export const listFilters = () => answered(supabase().rpc("history_filters"));

export interface Versions {
  /** newest first */
  entries: HistoryEntry[];
  /** the row's `updated_at` when these versions were read; null: no such row */
  version: string | null;
}

/**
 * Versions of a row, or of one of its columns, newest first: at most a page, older than
 * `older_than`. Throws the backend's error.
 */
export async function listVersions(
  table: string,
  row: string,
  field: string | undefined,
  older_than: HistoryEntry | null,
): Promise<Versions> {
  const client = supabase() as SupabaseClient;
  // Read it first: a save between the two reads then causes a conflict and is not overwritten.
  const [now] = await answered(client.from(table).select("updated_at").eq("id", row));
  let query = client.from("history").select().eq("table_name", table).eq("row_id", row);
  if (field) query = query.contains("fields", [field]);
  // A row's entries never share a time.
  if (older_than) query = query.lt("changed_at", older_than.changed_at);
  const entries = await answered(query.order("changed_at", { ascending: false }).limit(PAGE_SIZE));
  return { entries, version: now?.updated_at ?? null };
}

/**
 * The last live change of a row to any of these columns; without columns, its deletion. Null if the
 * history has none. Throws the backend's error.
 */
export async function lastChange(
  table: string,
  row: string,
  columns: readonly string[],
): Promise<HistoryEntry | null> {
  const { entries } = await listVersions(table, row, undefined, null);
  const isIt = ({ operation, fields }: HistoryEntry) =>
    columns.length > 0 ? columns.some((one) => fields.includes(one)) : operation === "DELETE";
  return entries.find(isIt) ?? null;
}

/** What undoing would change; throws the backend's error. */
export const look = (what: HistorySelection): Promise<HistoryStep[]> =>
  answered(supabase().rpc("history_look", { what }));

/** Undoes the chosen steps, all or nothing. @throws when any of them changed after the preview */
export async function restore(
  what: HistorySelection,
  chosen: readonly HistoryStep[],
): Promise<number> {
  const call = supabase().rpc("history_restore", {
    what,
    chosen: chosen.map(
      ({ table_name, row_id, version }): ChosenStep => ({ table_name, row_id, version }),
    ),
  });
  try {
    return await answered(call);
  } catch (cause) {
    // Its advice, to save to a change set, is for edits: a set can't hold this.
    if (!asBackendError(cause).message?.startsWith("Your changes need approval")) throw cause;
    throw approvalNeeded();
  }
}

/** On hosts without our scheduled jobs (hosted Supabase), a visit deletes expired history. */
export const clean = (): Promise<number> => answered(supabase().rpc("history_clean"));
