import { asVisitor } from "../_shared/database.ts";
import { endpoint } from "../_shared/endpoint.ts";

/**
 * The contact form's health check (rule P-6): functions run and the database responds, so a message
 * sent now will be stored. It doesn't check email, since a stored message is retried.
 */
export default endpoint({
  method: "POST",
  async answer({ host, body }) {
    await asVisitor(host)("is_admin_user", {});
    const message = typeof body.message === "string" ? body.message.slice(0, 200) : "";
    return { error: null, data: { message } };
  },
  failure: (message) => ({ error: { message }, data: null }),
});
