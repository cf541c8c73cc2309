import type { RowOf } from "#app/lib/data/table-store.ts";
import type { ServerContext } from "#contract/render-context.ts";

export type Announcement = Pick<
  RowOf<"announcements">,
  "id" | "message" | "link_label" | "link_url"
>;

/**
 * The announcements to show now, in order. The page stays cached until the next scheduled change,
 * which the database returns with the rows (announcements_change_at). Throws the backend's error.
 */
export const currentAnnouncements = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly Announcement[]> =>
  server.rows("announcements", ["id", "message", "link_label", "link_url"]);
