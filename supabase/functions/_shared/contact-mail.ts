import { asServer } from "./database.ts";
import type { Host, MailMessage } from "./host.ts";
import { sendByApi } from "./mail-api.ts";
import { button, facts, mailPage, note, paragraph, quote } from "./mail-page.ts";
import { companyTime, oneLine } from "./text.ts";

interface Estimate {
  orders: number;
  items: number;
  cubic_feet: number;
  returns: boolean;
  low: number;
  high: number;
}

/** What `mail_claim` and `mail_due` hand out: the stored submission and where its mail goes. */
export interface SubmissionMail {
  id: string;
  message_id: string;
  /** likely spam, though mailed */
  suspected: boolean;
  name: string;
  email: string;
  business_name: string | null;
  monthly_volume: string;
  platforms: string[];
  message: string | null;
  /** what the visitor reckoned on the pricing page, and the dollars a month that it came to */
  estimate: Estimate | null;
  created_at: string;
  /** where it goes; empty only where Site Settings has no contact_email */
  recipients: string[];
  company_name: string | null;
  colour: string | null;
  /** the company's */
  time_zone: string;
}

/**
 * Sends a claimed mail and records how that went; never rejects because of the mail itself.
 * @returns whether it was sent
 */
export async function deliver(host: Host, mail: SubmissionMail): Promise<boolean> {
  const database = asServer(host);
  const reason = await send(host, () => renderContactMail(mail, host.env("SITE_URL")));
  if (reason === undefined) await database("mail_done", { submission_id: mail.id });
  else await database("mail_failed", { submission_id: mail.id, error: reason });
  return reason === undefined;
}

/**
 * Sends the mails that are due again, one after the other, then the one that says how many must wait;
 * call it now and then. Each is claimed just before it is sent, so that none is held while others go.
 * @param most how many to send at most
 * @param signal ends it after the mail under way
 * @returns how many were sent and how many failed
 */
export async function retryDueMail(host: Host, most = 10, signal?: AbortSignal) {
  const database = asServer(host);
  const count = { sent: 0, failed: 0 };
  while (count.sent + count.failed < most && !signal?.aborted) {
    const [mail]: SubmissionMail[] = await database("mail_due", { max_rows: 1 });
    if (!mail) break;
    count[(await deliver(host, mail)) ? "sent" : "failed"] += 1;
  }
  const waiting: WaitingMail | null = signal?.aborted ? null : await database("mail_waiting", {});
  if (waiting) await deliverWaiting(host, waiting);
  return count;
}

async function deliverWaiting(host: Host, waiting: WaitingMail): Promise<void> {
  const reason = await send(host, () => renderWaitingMail(waiting, host.env("SITE_URL")));
  if (reason === undefined) return;
  console.error(`the email about waiting leads was not sent: ${reason}`);
  await asServer(host)("mail_waiting_failed", { notice: waiting.id });
}

/** @returns why the mail could not be written or handed over; nothing when it was */
async function send(host: Host, write: () => MailMessage): Promise<string | undefined> {
  try {
    await (host.sendMail ?? ((message) => sendByApi(host, message)))(write());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Writes the mail about a submission: to whom the company tells of such a lead, the visitor in Reply-To.
 * Everything a visitor typed is escaped in the HTML and flattened to one line in the headers.
 * Likely spam says so at the beginning of its subject, for a mailbox's rules.
 * @param siteUrl adds the way to that very inquiry in the admin
 */
function renderContactMail(mail: SubmissionMail, siteUrl?: string): MailMessage {
  if (mail.recipients.length === 0) throw new Error("Set a contact email in Site Settings.");
  const name = oneLine(mail.name);
  const business = oneLine(mail.business_name ?? "");
  const company = oneLine(mail.company_name ?? "");
  const rows: [string, string][] = [
    ["Name", name],
    ["Email", mail.email],
    ["Business", business || "not given"],
    ["Monthly volume", mail.monthly_volume],
    ["Platforms", mail.platforms.join(", ")],
    ...(mail.estimate ? estimateRows(mail.estimate) : []),
    ["Received", companyTime(mail.created_at, mail.time_zone)],
  ].map(([label = "", value = ""]) => [label, oneLine(value)]);
  const label = mail.suspected ? "Likely spam: " : "";
  const message = mail.message?.trim() || "No message.";
  const link = siteUrl && `${siteUrl}/admin/contact-manager?open=${mail.id}`;
  const subject = `${label}New lead from ${business ? `${name}, ${business}` : name}`;
  const answer = `Reply to this email to answer ${name}.`;
  const brand = { company, colour: mail.colour };
  return {
    id: mail.message_id,
    to: mail.recipients,
    replyTo: { name, address: mail.email },
    subject: subject.slice(0, 150),
    text: [
      ...rows.map(([label, value]) => `${label}: ${value}`),
      "",
      message,
      "",
      answer,
      ...(link ? ["", "Open it in the admin:", link] : []),
      "",
      company,
      "",
    ].join("\n"),
    html: mailPage(
      subject,
      [
        facts(rows),
        quote(message),
        link ? button(link, "Open it in the admin", brand) : "",
        note(answer),
      ],
      brand,
    ),
  };
}

function estimateRows(estimate: Estimate): [string, string][] {
  const { orders, items, cubic_feet, returns, low, high } = estimate;
  const dollars = (amount: number) =>
    amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  const figures = [
    `${orders.toLocaleString("en-US")} orders`,
    `${items.toLocaleString("en-US")} items per order`,
    `${cubic_feet.toLocaleString("en-US")} cubic feet`,
    `${returns ? "with" : "without"} returns`,
  ];
  return [
    ["Estimate per month", low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`],
    ["Estimated for", figures.join(", ")],
  ];
}

/** What `mail_waiting` hands out: how many submissions wait beyond the hour's mails. */
interface WaitingMail {
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
function renderWaitingMail(mail: WaitingMail, siteUrl?: string): MailMessage {
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
