import type { MailMessage } from "./host.ts";
import { escapeHtml, oneLine } from "./text.ts";

/** What `mail_waiting` hands out: how many submissions wait beyond the hour's mails. */
export interface WaitingMail {
  id: string;
  message_id: string;
  waiting: number;
  /** those of them that are likely spam */
  suspected: number;
  an_hour: number;
  company_email: string | null;
  company_name: string | null;
}

/**
 * Writes the mail that says how many submissions wait.
 * @param siteUrl adds a link to the admin
 */
export function renderWaitingMail(mail: WaitingMail, siteUrl?: string): MailMessage {
  const { waiting, suspected, an_hour, company_email, company_name } = mail;
  if (!company_email) throw new Error("Site Settings has no contact_email to send to.");
  const more = waiting === 1 ? "1 more inquiry waits" : `${waiting} more inquiries wait`;
  const spam = suspected > 0 ? `, ${suspected} of them likely spam` : "";
  const lines = [
    `${more} for ${oneLine(company_name ?? "") || "your site"}${spam}.`,
    `At most ${an_hour} inquiries an hour are mailed one by one. Nothing is lost: all of them are in the admin now, and their mails follow, likely spam last.`,
  ];
  const link = siteUrl && `${siteUrl}/admin/contact-manager`;
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`);
  return {
    id: mail.message_id,
    to: company_email,
    subject: `${more} in the admin`,
    text: [...lines, ...(link ? [`All submissions: ${link}`] : []), ""].join("\n\n"),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${more}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1b221e">
${paragraphs.join("\n")}
${link ? `<p><a href="${escapeHtml(link)}" style="color:#1f6e4d">All submissions</a></p>` : ""}
</body></html>
`,
  };
}
