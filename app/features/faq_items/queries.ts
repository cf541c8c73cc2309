import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";
import { inOrder } from "#app/lib/data/in-order.ts";

export interface FaqRow {
  /** left out of those that are built in */
  id?: string;
  question: string;
  answer: string;
}

/** Active questions in order; equal order by age, then id (rule L-1). Throws the backend's error. */
export async function listActiveFaqItems(supabase: SupabaseClient<Database>): Promise<FaqRow[]> {
  const { data } = await inOrder(
    supabase.from("faq_items").select("id, question, answer").eq("is_active", true),
  ).throwOnError();
  return data;
}
