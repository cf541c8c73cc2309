import { deliver, retryDueMail, type SubmissionMail } from "../_shared/contact-mail.ts";
import { asServer } from "../_shared/database.ts";
import { endpoint, refused } from "../_shared/endpoint.ts";
import { type Host, hasJobs, inBackground } from "../_shared/host.ts";
import { sendQueuedMails, writeReminders } from "../_shared/queued-mail.ts";
import { isUuid } from "../_shared/uuid.ts";
import { sendWebhooks } from "../_shared/webhooks/send.ts";

interface Claim {
  state: "claimed" | "settled" | "unknown";
  mail: SubmissionMail;
}

const ACCEPTED = { error: null, data: { accepted: true } };

/**
 * Emails a lead that the visitor just stored to the company (rule P-6). `formData` only identifies the
 * stored row, by its request_id or else by the visitor's email address: the email contains what was
 * stored. Repeats, messages held back as spam and those whose email waits are all accepted alike. If
 * sending fails, the row stays due and is retried.
 *
 * Only the sender knows a request_id, so the response reports the result. An email address may be
 * anybody's: its response is always the same and immediate, or it would reveal to strangers who has
 * just written.
 */
export default endpoint({
  method: "POST",
  async answer({ host, body }) {
    const which = whichSubmission(body.formData);
    if ("visitor_email" in which) {
      inBackground(() => claimAndDeliver(host, which));
      return ACCEPTED;
    }
    const how = await claimAndDeliver(host, which);
    if (how === "unknown") throw refused(404, "this message wasn't stored yet");
    if (how === "failed") throw refused(502, "the email couldn't be delivered");
    return ACCEPTED;
  },
  failure: (message) => ({ error: { message }, data: null }),
});

async function claimAndDeliver(host: Host, which: object) {
  const { state, mail }: Claim = await asServer(host)("mail_claim", which);
  const how = state === "claimed" && !(await deliver(host, mail)) ? "failed" : state;
  if (hasJobs(host) || how === "unknown") return how;
  if (how !== "failed")
    inBackground(async () => {
      await retryDueMail(host, 5);
      await writeReminders(host);
      await sendQueuedMails(host, 5);
    });
  inBackground(() => sendWebhooks(host, AbortSignal.timeout(30_000)));
  return how;
}

function whichSubmission(formData: unknown) {
  const form = (typeof formData === "object" && formData) || {};
  const { request_id, email } = form as { request_id?: unknown; email?: unknown };
  if (request_id === undefined && typeof email === "string") return { visitor_email: email };
  if (!isUuid(request_id)) throw refused(400, "formData needs the request_id of a stored message.");
  return { request_id };
}
