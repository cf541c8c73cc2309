import { lastEditor } from "#app/lib/data/last-editor.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { formatTime } from "#app/lib/text/formats.ts";

/**
 * By whom and when a row was stored: "Saved by Ines Duarte on …". To be asked before the row is
 * written again. Without an answer it is someone else: what they wrote matters more than their name.
 */
export async function savedBy({ id, updated_at }: StoredRow): Promise<string> {
  const name = await lastEditor(id).catch(() => null);
  return `Saved by ${name ?? "someone else"} on ${formatTime(updated_at)}`;
}
