import type { ServerContext } from "#contract/render-context.ts";

export interface Service {
  id: string;
  title: string;
  description: string;
  icon_name: string;
}

/**
 * The services a visitor may see, in order; ties by age, then id (rule L-1). The database hides
 * inactive ones from visitors. Throws the backend's error.
 */
export const listServices = (server: Pick<ServerContext, "rows">): Promise<readonly Service[]> =>
  server.rows("services", ["id", "title", "description", "icon_name"]);
