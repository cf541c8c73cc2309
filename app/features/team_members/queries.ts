import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";
import { inOrder } from "#app/lib/data/in-order.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";

export type TeamMember = Pick<
  RowOf<"team_members">,
  "id" | "name" | "role" | "photo_url" | "photo_alt"
>;

/** The active ones, in order. Throws the backend's error. */
export async function listActiveTeamMembers(
  supabase: SupabaseClient<Database>,
): Promise<TeamMember[]> {
  const { data } = await inOrder(
    supabase
      .from("team_members")
      .select("id, name, role, photo_url, photo_alt")
      .eq("is_active", true),
  ).throwOnError();
  return data;
}
