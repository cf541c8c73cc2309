import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint, refused } from "../_shared/endpoint.ts";

/**
 * Generates new keys, for admins: ends every session, the caller's too, and every link. Body {}.
 * Returns {success, error}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    const database = await requireAdmin(call);
    const { system } = call.host;
    if (!system) throw refused(501, "On Supabase, rotate the project's keys.");
    const { email } = await database("admin_own_address", {});
    await system.rotateSecrets(email);
    return { success: true, error: null };
  },
  failure: adminFailure,
});
