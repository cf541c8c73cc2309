import type { RowOf } from "#app/lib/data/table-store.ts";
import type { ServerContext } from "#contract/render-context.ts";

export type TeamMember = Pick<
  RowOf<"team_members">,
  "id" | "name" | "role" | "photo_url" | "photo_alt"
>;

/** The active members, in order. Throws the backend's error. */
export const listActiveTeamMembers = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly TeamMember[]> =>
  server.rows("team_members", ["id", "name", "role", "photo_url", "photo_alt"]);
