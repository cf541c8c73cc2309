import { inOrder } from "#app/lib/data/in-order.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import type { ServerContext } from "#contract/render-context.ts";

export type Announcement = Pick<
  RowOf<"announcements">,
  "id" | "message" | "link_label" | "link_url"
>;

/**
 * What stands above the pages now, in order; the page says so until the clock changes it. That moment is
 * asked for first: whatever changes between the two reads is then in the list, or still to come.
 * Throws the backend's error.
 */
export async function currentAnnouncements({
  supabase,
  until,
}: Pick<ServerContext, "supabase" | "until">): Promise<Announcement[]> {
  const { data: change } = await supabase.rpc("announcements_change_at").throwOnError();
  if (change) until(new Date(change));
  const { data } = await inOrder(
    supabase.from("announcements").select("id, message, link_label, link_url"),
  ).throwOnError();
  return data;
}
