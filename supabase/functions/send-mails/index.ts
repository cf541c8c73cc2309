import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";
import { apiKey } from "../_shared/host.ts";
import { sendQueuedMails } from "../_shared/queued-mail.ts";

/**
 * Sends the mails of the queue that are due: for admins, after what they wrote, and for a job that has the
 * secret key (pg_cron on Supabase). On a server of ours they leave by themselves. Answers {success, error}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    const { request, host } = call;
    if (!isSecret(request.headers.get("apikey"), apiKey(host, "SECRET"))) await requireAdmin(call);
    await sendQueuedMails(host);
    return { success: true, error: null };
  },
  failure: adminFailure,
});

/** Compares in a time that tells nothing of where they differ. */
function isSecret(given: string | null, secret: string): boolean {
  if (!secret || given?.length !== secret.length) return false;
  let difference = 0;
  for (let at = 0; at < secret.length; at += 1)
    difference |= secret.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
