import { sendNoticesInBackground } from "../_shared/account-notices.ts";
import { adminEndpoint } from "../_shared/admin.ts";
import { refused } from "../_shared/endpoint.ts";
import { isUuid } from "../_shared/uuid.ts";

/**
 * Sets a user's password and ends their sessions, for admins (rule P-6).
 * Body {userId, newPassword}; returns {success, error}. The database has the password rules and
 * their messages, and our server the list of common passwords.
 */
export default adminEndpoint({
  method: "POST",
  async answer(database, { host, body: { userId, newPassword } }) {
    if (!isUuid(userId)) throw refused(400, "The user id is not a UUID.");
    if (typeof newPassword === "string") await host.refusePassword?.(userId, newPassword);
    await database("admin_reset_password", {
      user_id: userId,
      new_password: typeof newPassword === "string" ? newPassword : null,
    });
    sendNoticesInBackground(host);
    return {};
  },
});
