import type { MailMessage } from "./host.ts";
import { button, mailPage, paragraph } from "./mail-page.ts";
import { oneLine } from "./text.ts";

/** What `mail_waiting` hands out: how many submissions wait beyond the hour's mails. */
export interface WaitingMail {
  id: string;
  message_id: string;
  waiting: number;
  /** those of them that are likely spam */
  suspected: number;
  an_hour: number;
  recipients: string[];
  company_name: string | null;
  colour: string | null;
}

/**
 * Writes the mail that says how many submissions wait.
 * @param siteUrl adds a link to the admin
 */
export function renderWaitingMail(mail: WaitingMail, siteUrl?: string): MailMessage {
  const { waiting, suspected, an_hour, recipients, colour } = mail;
  if (recipients.length === 0) throw new Error("Site Settings has no contact_email to send to.");
  const company = oneLine(mail.company_name ?? "");
  const more = waiting === 1 ? "1 more inquiry waits" : `${waiting} more inquiries wait`;
  const spam = suspected > 0 ? `, ${suspected} of them likely spam` : "";
  const lines = [
    `${more} for ${company || "your site"}${spam}.`,
    `At most ${an_hour} inquiries an hour are mailed one by one. Nothing is lost: all of them are in the admin now, and their mails follow, likely spam last.`,
  ];
  const link = siteUrl && `${siteUrl}/admin/contact-manager`;
  const brand = { company, colour };
  return {
    id: mail.message_id,
    to: recipients,
    subject: `${more} in the admin`,
    text: [...lines, ...(link ? [`All submissions:\n${link}`] : []), company].join("\n\n"),
    html: mailPage(
      `${more} in the admin`,
      [...lines.map(paragraph), link ? button(link, "All submissions", brand) : ""],
      brand,
    ),
  };
}
