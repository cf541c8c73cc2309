import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";
import type { ServerContext } from "#contract/render-context.ts";

/** Every public setting, by key (rule P-7), for the admin; throws the backend's error. */
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

/** The same for pages. */
export const readSettings = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly { setting_key: string; setting_value: string }[]> =>
  server.rows("site_settings", ["setting_key", "setting_value"]);
