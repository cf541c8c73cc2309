import { adminFailure, requireAdminOrKey } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";
import { sendWebhooks } from "../_shared/webhooks/send.ts";

/** An edge function is ended after 150 seconds; what is claimed last must have its time. */
const CLAIMS_MS = 60_000;

/**
 * Sends what is due to webhooks: for a job that has the secret key (pg_cron on Supabase), and for admins. On
 * a server of ours it leaves by itself. Answers {success, error}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    await requireAdminOrKey(call);
    await sendWebhooks(call.host, AbortSignal.timeout(CLAIMS_MS));
    return { success: true, error: null };
  },
  failure: adminFailure,
});
