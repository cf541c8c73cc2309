import { adminEndpoint } from "../_shared/admin.ts";
import { refused } from "../_shared/endpoint.ts";

/**
 * Generates new keys, for admins: ends every session, the caller's too, and every link. Body {}.
 * Returns {success, error}.
 */
export default adminEndpoint({
  method: "POST",
  async answer(database, { host: { system } }) {
    if (!system) throw refused(501, "On Supabase, rotate the project's keys.");
    const { email } = await database("admin_own_address", {});
    await system.rotateSecrets(email);
    return {};
  },
});
