import { jobEndpoint } from "../_shared/admin.ts";
import { sendWebhooks } from "../_shared/webhooks/send.ts";

/** An edge function is stopped after 150 seconds, so the last claim needs enough time left. */
const CLAIMS_MS = 60_000;

/**
 * Sends the webhooks that are due: for a job with the secret key (pg_cron on Supabase), and for staff. Our
 * own server does this automatically. Returns {success, error}.
 */
export default jobEndpoint((host) => sendWebhooks(host, AbortSignal.timeout(CLAIMS_MS)));
