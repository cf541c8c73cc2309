import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint, refused } from "../_shared/endpoint.ts";
import type { Host } from "../_shared/host.ts";
import { sendByApi } from "../_shared/mail-api.ts";
import { mailPage, paragraph } from "../_shared/mail-page.ts";

const SUBJECT = "A test email from your website";
const LINE = "This is your test email. Email from this site works.";

interface Addressee {
  email: string;
  company: string | null;
  colour: string | null;
}

/**
 * Sends an email to the admin who asks, or with {to: "answers"} to the address where answers arrive, and reports the mail
 * server's response. Returns {success, error, to, test}; `inbound_test` finds the email by `test` once it is back.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    const database = await requireAdmin(call);
    const { email, company, colour }: Addressee = await database("admin_own_address", {});
    const test = crypto.randomUUID();
    const to = call.body.to === "answers" ? addressOfAnswers(call.host) : email;
    const message = {
      id: `test-${test}`,
      to,
      subject: SUBJECT,
      text: `${LINE}\n`,
      html: mailPage(SUBJECT, [paragraph(LINE)], {
        company: company || "Loading Dock",
        color: colour,
      }),
    };
    try {
      await (call.host.sendMail ?? ((mail) => sendByApi(call.host, mail)))(message);
    } catch (error) {
      throw refused(502, error instanceof Error ? error.message : String(error));
    }
    return { success: true, error: null, to, test };
  },
  failure: adminFailure,
});

/** In place of a lead's token, which no lead has. */
function addressOfAnswers(host: Host): string {
  const address = host.env("REPLY_ADDRESS");
  if (!address) throw refused(409, "Replies by email aren't set up. REPLY_ADDRESS is missing.");
  return address.replace("*", "test");
}
