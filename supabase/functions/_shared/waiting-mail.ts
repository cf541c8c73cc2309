import type { MailMessage } from "./host.ts";
import { button, mailPage, paragraph } from "./mail-page.ts";
import { companyTime, oneLine } from "./text.ts";

/** What `mail_waiting` hands out: how many submissions wait beyond the hour's mails. */
export interface WaitingMail {
  id: string;
  message_id: string;
  waiting: number;
  /** those of them that are likely spam */
  suspected: number;
  an_hour: number;
  /** when the next one can be emailed */
  next_at: string;
  /** the company's */
  time_zone: string;
  recipients: string[];
  company_name: string | null;
  colour: string | null;
}

/**
 * Writes the mail that says how many leads wait, and apart from them how much likely spam.
 * @param siteUrl adds a link to the admin
 */
export function renderWaitingMail(mail: WaitingMail, siteUrl?: string): MailMessage {
  const { suspected, an_hour, next_at, time_zone, recipients, colour } = mail;
  if (recipients.length === 0) throw new Error("Set a contact email in Site Settings.");
  const company = oneLine(mail.company_name ?? "");
  const leads = mail.waiting - suspected;
  const spam = `${suspected} likely spam ${suspected === 1 ? "message" : "messages"}`;
  const what = leads > 0 ? `${leads} more ${leads === 1 ? "lead" : "leads"}` : spam;
  const subject = `${what} waiting in the admin`;
  const lines = [
    `Waiting for ${company || "your site"}: ${what}${leads > 0 && suspected > 0 ? `, and ${spam}` : ""}.`,
    `We email at most ${an_hour} leads an hour. The next email goes out at about ${companyTime(next_at, time_zone)}, likely spam last. You can read all of them in the admin now.`,
  ];
  const link = siteUrl && `${siteUrl}/admin/contact-manager`;
  const brand = { company, colour };
  return {
    id: mail.message_id,
    to: recipients,
    subject,
    text: [...lines, ...(link ? [`Open Contact Submissions:\n${link}`] : []), company].join("\n\n"),
    html: mailPage(
      subject,
      [...lines.map(paragraph), link ? button(link, "Open Contact Submissions", brand) : ""],
      brand,
    ),
  };
}
