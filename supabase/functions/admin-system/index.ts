import { adminEndpoint } from "../_shared/admin.ts";

/**
 * The site's status, for admins: from the database, and from the server itself, which is null on
 * Supabase. Returns {success, error, database, server}.
 */
export default adminEndpoint({
  method: "GET",
  async answer(database, { host }) {
    return {
      database: await database("admin_system", {}),
      server: (await host.system?.status()) ?? null,
    };
  },
});
