import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint, refused } from "../_shared/endpoint.ts";
import { isUuid } from "../_shared/uuid.ts";
import { sendDelivery } from "../_shared/webhooks/send.ts";

/**
 * Body {webhook} sends it a test; body {delivery} sends that delivery again. Responds when the receiver
 * has, or after the timeout; the delivery's row has the result. Returns {success, error, delivery}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    const database = await requireAdmin(call);
    const { webhook, delivery } = call.body;
    if (isUuid(delivery)) await database("webhook_send_again", { delivery });
    else if (!isUuid(webhook)) throw refused(400, "Send a webhook id or a delivery id.");
    const sent: string = isUuid(delivery) ? delivery : await database("webhook_test", { webhook });
    await sendDelivery(call.host, sent);
    return { success: true, error: null, delivery: sent };
  },
  failure: adminFailure,
});
