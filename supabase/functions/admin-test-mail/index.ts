import { adminEndpoint } from "../_shared/admin.ts";
import { refused } from "../_shared/endpoint.ts";
import type { Host } from "../_shared/host.ts";
import { sendMail } from "../_shared/mail-api.ts";
import { mailPage, paragraph } from "../_shared/mail-page.ts";
import { messageOf } from "../_shared/text.ts";

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
export default adminEndpoint({
  method: "POST",
  async answer(database, { host, body }) {
    const { email, company, colour }: Addressee = await database("admin_own_address", {});
    const test = crypto.randomUUID();
    const to = body.to === "answers" ? addressOfAnswers(host) : email;
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
      await sendMail(host, message);
    } catch (error) {
      throw refused(502, messageOf(error));
    }
    return { to, test };
  },
});

/** In place of a lead's token, which no lead has. */
function addressOfAnswers(host: Host): string {
  const address = host.env("REPLY_ADDRESS");
  if (!address) throw refused(409, "Replies by email aren't set up. REPLY_ADDRESS is missing.");
  return address.replace("*", "test");
}
