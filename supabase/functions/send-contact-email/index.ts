import { deliver, retryDueMail, type SubmissionMail } from "../_shared/contact-mail.ts";
import { asServer } from "../_shared/database.ts";
import { endpoint, refused } from "../_shared/endpoint.ts";
import { type Host, inBackground } from "../_shared/host.ts";
import { sendQueuedMails, writeReminders } from "../_shared/queued-mail.ts";
import { isUuid } from "../_shared/uuid.ts";
import { sendWebhooks } from "../_shared/webhooks/send.ts";

interface Claim {
  state: "claimed" | "settled" | "unknown";
  mail: SubmissionMail;
}

const ACCEPTED = { error: null, data: { accepted: true } };

/**
 * Mails a submission that the visitor just stored to the company (rule P-6).
 * `formData` only finds the stored row, by its request_id or else by the visitor's email address:
 * what is mailed is what was stored. A repeat, a message held back as spam and one whose mail waits
 * are accepted alike. When sending fails the row stays due and is retried.
 *
 * A request_id is known to its sender alone, so the answer says how it went. An email address may be
 * anybody's: the answer to it is always the same and waits for nothing, or it would tell strangers who
 * has just written.
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
  // On Supabase nothing else runs by itself: each visitor's mail takes along the overdue ones, and what
  // other systems are to be told.
  if (!host.sendMail && how !== "failed" && how !== "unknown")
    inBackground(async () => {
      await retryDueMail(host, 5);
      await writeReminders(host);
      await sendQueuedMails(host, 5);
    });
  if (!host.sendMail && how !== "unknown")
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
