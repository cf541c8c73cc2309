import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";

/**
 * How the site is, for admins: what the database knows, and what the server knows of itself, which on
 * Supabase is null. Answers {success, error, database, server}.
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
