import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";

export type SavedReply = Pick<RowOf<"saved_replies">, "id" | "title" | "body">;

/** The active saved replies, in order. */
export const listSavedReplies = (): Promise<SavedReply[]> =>
  answered(
    supabase()
      .from("saved_replies")
      .select("id, title, body")
      .eq("is_active", true)
      .order("display_order")
      .order("created_at")
      .order("id"),
  );
