import type { SupabaseClient } from "@supabase/supabase-js";
import type { ContentRow, PageName } from "#app/content/index.ts";
import type { Database } from "#app/lib/data/database.types.ts";

/** The stored texts of one page (rule P-3); throws the backend's error. */
export async function listPageContent(
  supabase: SupabaseClient<Database>,
  page: PageName,
): Promise<ContentRow[]> {
  const { data } = await supabase
    .from("site_content")
    .select("page_name, section_name, content_key, content_value")
    .eq("page_name", page)
    .throwOnError();
  return data;
}
