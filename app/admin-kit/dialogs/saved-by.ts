import { lastEditor } from "#app/lib/data/last-editor.ts";
import { activeSet } from "#app/lib/data/sets/active-set.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { formatTime } from "#app/lib/text/formats.ts";

/**
 * A failed lookup becomes "someone else": their change matters more than their name. In a change set, the
 * editor is unknown, because the last editor belongs to the live row.
 */
const editorOf = (id: string) =>
  activeSet() ? Promise.resolve(null) : lastEditor(id).catch(() => null);

/**
 * Who stored a row and when: "Saved by Ines Duarte on …". Call it before the row is written again.
 */
export const savedBy = async ({ id, updated_at }: StoredRow): Promise<string> =>
  `Saved by ${(await editorOf(id)) ?? "someone else"} on ${formatTime(updated_at)}`;
