import { deliver, retryDueMail, type SubmissionMail } from "../_shared/contact-mail.ts";
import { asServer } from "../_shared/database.ts";
import { endpoint, Refusal } from "../_shared/endpoint.ts";
import { inBackground } from "../_shared/host.ts";
import { isUuid } from "../_shared/uuid.ts";

interface Claim {
  state: "claimed" | "settled" | "unknown";
  mail: SubmissionMail;
}

/**
 * Mails a submission that the visitor just stored to the company (rule P-6).
 * `formData` only finds the stored row, by its request_id or else by the visitor's e-mail address:
 * what is mailed is what was stored. A repeat, and a message held back as likely spam, are
 * accepted alike. When sending fails the row stays due and is retried.
 */
export default endpoint({
  method: "POST",
  async answer({ host, body }) {
    const claim: Claim = await asServer(host)("mail_claim", whichSubmission(body.formData));
    if (claim.state === "unknown") throw new Refusal(404, "this message was not stored yet");
    if (claim.state === "claimed" && !(await deliver(host, claim.mail)))
      throw new Refusal(502, "the mail could not be delivered just now");
    // On Supabase nothing else runs by itself: each visitor's mail takes the overdue ones along.
    if (!host.sendMail) inBackground(() => retryDueMail(host, 5));
    return { error: null, data: { accepted: true } };
  },
  failure: (message) => ({ error: { message }, data: null }),
});

function whichSubmission(formData: unknown) {
  const form = (typeof formData === "object" && formData) || {};
  const { request_id, email } = form as { request_id?: unknown; email?: unknown };
  if (request_id === undefined && typeof email === "string") return { visitor_email: email };
  if (!isUuid(request_id))
    throw new Refusal(400, "formData needs the request_id of a stored message.");
  return { request_id };
}
