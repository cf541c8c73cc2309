import { lastEditor } from "#app/lib/data/last-editor.ts";
import { activeSet } from "#app/lib/data/sets/active-set.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { formatTime } from "#app/lib/text/formats.ts";

/**
 * Without an answer it is someone else: what they wrote matters more than their name. Who changed a row in
 * a set of prepared changes is not known: the last editor is the live row's.
 */
const editorOf = (id: string) =>
  activeSet() ? Promise.resolve(null) : lastEditor(id).catch(() => null);

/**
 * By whom and when a row was stored: "Saved by Ines Duarte on …". To be asked before the row is
 * written again.
 */
export const savedBy = async ({ id, updated_at }: StoredRow): Promise<string> =>
  `Saved by ${(await editorOf(id)) ?? "someone else"} on ${formatTime(updated_at)}`;

/** Who stored a row, to begin a sentence with. To be asked before the row is written again. */
export const whoSaved = async ({ id }: StoredRow): Promise<string> =>
  (await editorOf(id)) ?? "Someone else";
