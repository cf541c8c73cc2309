import type { SupabaseClient } from "@supabase/supabase-js";
import type { ContentRow, PageName } from "#app/content/index.ts";
import type { Database } from "#app/lib/data/database.types.ts";
import type { ServerContext } from "#contract/render-context.ts";

/** The stored texts of one page (rule P-3), for the admin; throws the backend's error. */
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

/** The same for visitors. */
export const readPageContent = (
  server: Pick<ServerContext, "rows">,
  page: PageName,
): Promise<readonly ContentRow[]> =>
  server.rows("site_content", ["page_name", "section_name", "content_key", "content_value"], {
    page_name: page,
  });
