import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";
import { inOrder } from "#app/lib/data/in-order.ts";

export interface Service {
  id: string;
  title: string;
  description: string;
  icon_name: string;
}

/**
 * The services a reader may see, in order; equal order by age, then id (rule L-1).
 * Hidden ones are kept back from visitors by the database. Throws the backend's error.
 */
export async function listServices(supabase: SupabaseClient<Database>): Promise<Service[]> {
  const { data } = await inOrder(
    supabase.from("services").select("id, title, description, icon_name"),
  ).throwOnError();
  return data;
}
