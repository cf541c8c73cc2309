import type { ServerContext } from "#contract/render-context.ts";

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
export const listServices = (server: Pick<ServerContext, "rows">): Promise<readonly Service[]> =>
  server.rows("services", ["id", "title", "description", "icon_name"]);
