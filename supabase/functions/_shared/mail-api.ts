import { type Host, type MailMessage, NO_MAILBOX } from "./host.ts";
import { mailHeaders } from "./mail-headers.ts";
import { messageId } from "./text.ts";

/** Sends by our own server's mailer, or where there is none by the provider's API. */
export const sendMail = (host: Host, message: MailMessage): Promise<void> =>
  host.sendMail ? host.sendMail(message) : sendByApi(host, message);

/**
 * Sends by the HTTP API of an email provider, because edge functions can't reach SMTP servers.
 * MAIL_API_URL takes a POST of {from, to, reply_to, subject, text, html, headers} with the bearer
 * token MAIL_API_KEY (Resend's format); MAIL_FROM is a sender that the provider knows. Providers that
 * support Idempotency-Key don't send a repeat; otherwise a mailbox can detect it by the Message-ID.
 * @throws Error that says what to fix; stored with the lead for staff to see
 */
async function sendByApi(host: Host, message: MailMessage): Promise<void> {
  const url = host.env("MAIL_API_URL");
  const from = host.env("MAIL_FROM");
  if (!url || !from)
    throw new Error("No email provider is set: MAIL_API_URL and MAIL_FROM are missing.");
  const response = await host.fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${host.env("MAIL_API_KEY") ?? ""}`,
      "content-type": "application/json",
      "idempotency-key": message.id,
    },
    body: JSON.stringify({
      from,
      to: [message.to].flat(),
      ...(message.replyTo && { reply_to: mailbox(message.replyTo) }),
      subject: message.subject,
      text: message.text,
      html: message.html,
      headers: {
        "Message-ID": messageId(message.id, from),
        ...mailHeaders(message, from),
      },
    }),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return;
  const said = (await response.text()).slice(0, 200);
  const error = new Error(`The mail provider answered ${response.status}: ${said}`);
  if (isAboutRecipient(response.status, said)) error.name = NO_MAILBOX;
  throw error;
}

/** Providers refuse requests for many reasons; these words mean that the recipient is the problem. */
const isAboutRecipient = (status: number, said: string) =>
  (status === 400 || status === 422) && /`to`|recipient|suppress/i.test(said);

const mailbox = ({ name, address }: { name: string; address: string }) =>
  `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
