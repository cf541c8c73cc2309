import type { Host, MailMessage } from "./host.ts";

/**
 * Sends by the HTTP API of a mail provider, because edge functions can't reach SMTP servers.
 * MAIL_API_URL takes a POST of {from, to, reply_to, subject, text, html} with the bearer token
 * MAIL_API_KEY (Resend's format); MAIL_FROM is a sender that the provider knows.
 * @throws Error that says what to mend; kept on the submission for staff to see
 */
export async function sendByApi(host: Host, message: MailMessage): Promise<void> {
  const url = host.env("MAIL_API_URL");
  const from = host.env("MAIL_FROM");
  if (!url || !from)
    throw new Error("No mail provider is set: MAIL_API_URL and MAIL_FROM are missing.");
  const response = await host.fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${host.env("MAIL_API_KEY") ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      from,
      to: [message.to],
      reply_to: `"${message.replyTo.name.replace(/["\\]/g, "\\$&")}" <${message.replyTo.address}>`,
      subject: message.subject,
      text: message.text,
      html: message.html,
    }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok)
    throw new Error(
      `The mail provider answered ${response.status}: ${(await response.text()).slice(0, 200)}`,
    );
}
