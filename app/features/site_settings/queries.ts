import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";

/** Every setting that visitors may read, by key (rule P-7); throws the backend's error. */
export async function listSettings(
  supabase: SupabaseClient<Database>,
): Promise<{ setting_key: string; setting_value: string }[]> {
  const { data } = await supabase
    .from("site_settings")
    .select("setting_key, setting_value")
    .order("setting_key")
    .throwOnError();
  return data;
}
