import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";

/**
 * The site's status, for admins: from the database, and from the server itself, which is null on
 * Supabase. Returns {success, error, database, server}.
 */
export default endpoint({
  method: "GET",
  async answer(call) {
    const database = await requireAdmin(call);
    return {
      success: true,
      error: null,
      database: await database("admin_system", {}),
      server: (await call.host.system?.status()) ?? null,
    };
  },
  failure: adminFailure,
});
