import { adminEndpoint } from "../_shared/admin.ts";
import { refused } from "../_shared/endpoint.ts";
import { isUuid } from "../_shared/uuid.ts";
import { sendDelivery } from "../_shared/webhooks/send.ts";

/**
 * Body {webhook} sends it a test; body {delivery} sends that delivery again. Responds when the receiver
 * has, or after the timeout; the delivery's row has the result. Returns {success, error, delivery}.
 */
export default adminEndpoint({
  method: "POST",
  async answer(database, { host, body: { webhook, delivery } }) {
    if (isUuid(delivery)) await database("webhook_send_again", { delivery });
    else if (!isUuid(webhook)) throw refused(400, "Send a webhook id or a delivery id.");
    const sent: string = isUuid(delivery) ? delivery : await database("webhook_test", { webhook });
    await sendDelivery(host, sent);
    return { delivery: sent };
  },
});
