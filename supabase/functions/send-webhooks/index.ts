import { endpoint, Refusal } from "../_shared/endpoint.ts";
import { apiKey } from "../_shared/host.ts";
import { sendWebhooks } from "../_shared/webhooks/send.ts";

/** An edge function is ended after 150 seconds; what is claimed last must have its time. */
const CLAIMS_MS = 60_000;

/**
 * Sends what is due to webhooks; for a clock that has the secret key (docs/deploy-supabase.md). Our own
 * server needs no such call. Body {}.
 */
export default endpoint({
  method: "POST",
  async answer({ request, host }) {
    const key = apiKey(host, "SECRET");
    if (!key || request.headers.get("apikey") !== key)
      throw new Refusal(403, "This is for the holder of the secret key.");
    await sendWebhooks(host, AbortSignal.timeout(CLAIMS_MS));
    return { success: true, error: null };
  },
  failure: (error) => ({ success: false, error }),
});
