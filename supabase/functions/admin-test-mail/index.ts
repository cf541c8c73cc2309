import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint, refused } from "../_shared/endpoint.ts";
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
 * Sends an email to the admin who asks, and reports the mail server's response. Returns {success, error, to}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    const database = await requireAdmin(call);
    const { email: to, company, colour }: Addressee = await database("admin_own_address", {});
    const message = {
      id: `test-${crypto.randomUUID()}`,
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
    return { success: true, error: null, to };
  },
  failure: adminFailure,
});
