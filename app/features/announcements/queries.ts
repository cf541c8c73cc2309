import type { RowOf } from "#app/lib/data/table-store.ts";
import type { ServerContext } from "#contract/render-context.ts";

export type Announcement = Pick<
  RowOf<"announcements">,
  "id" | "message" | "link_label" | "link_url"
>;

/**
 * What stands above the pages now, in order; the page holds until the clock changes it, which the database
 * says with the rows (announcements_change_at). Throws the backend's error.
 */
export const currentAnnouncements = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly Announcement[]> =>
  server.rows("announcements", ["id", "message", "link_label", "link_url"]);
