import { asServer } from "./database.ts";
import type { Host, MailMessage } from "./host.ts";
import { sendMail } from "./mail-api.ts";
import { button, facts, mailPage, note, paragraph, quote } from "./mail-page.ts";
import { companyTime, messageOf, oneLine } from "./text.ts";

interface Estimate {
  orders: number;
  items: number;
  cubic_feet: number;
  returns: boolean;
  size?: string;
  cartons?: number;
  ounces?: number;
  low: number;
  high: number;
}

/** The result of `mail_claim` and `mail_due`: the stored lead and the recipients of its email. */
export interface SubmissionMail {
  id: string;
  message_id: string;
  /** the number of the request that this email answers; its result settles only that one */
  requests: number;
  /** likely spam, but emailed anyway */
  suspected: boolean;
  name: string;
  email: string;
  business_name: string | null;
  monthly_volume: string;
  platforms: string[];
  message: string | null;
  /** the visitor's estimate on the pricing page, with the resulting dollars per month */
  estimate: Estimate | null;
  created_at: string;
  /** empty only when Site Settings has no contact_email */
  recipients: string[];
  company_name: string | null;
  colour: string | null;
  /** the company's */
  time_zone: string;
}

/**
 * Sends a claimed email and records the result. Never rejects because of the email itself.
 * @returns whether it was sent
 */
export async function deliver(host: Host, mail: SubmissionMail): Promise<boolean> {
  const database = asServer(host);
  const reason = await send(host, () => renderContactMail(mail, host.env("SITE_URL")));
  const attempt = { submission_id: mail.id, requests: mail.requests };
  if (reason === undefined) await database("mail_done", attempt);
  else await database("mail_failed", { ...attempt, error: reason });
  return reason === undefined;
}

/**
 * Sends the emails that are due for a retry, one by one, then the one that says how many must wait;
 * call it regularly. Each is claimed just before it is sent, so none is held while others are sent.
 * @param most maximum number to send
 * @param signal stops it after the current email
 */
export async function retryDueMail(host: Host, most: number, signal?: AbortSignal) {
  const database = asServer(host);
  for (let count = 0; count < most && !signal?.aborted; count += 1) {
    const [mail]: SubmissionMail[] = await database("mail_due", { max_rows: 1 });
    if (!mail) break;
    await deliver(host, mail);
  }
  const waiting: WaitingMail | null = signal?.aborted ? null : await database("mail_waiting", {});
  if (waiting) await deliverWaiting(host, waiting);
}

async function deliverWaiting(host: Host, waiting: WaitingMail): Promise<void> {
  const reason = await send(host, () => renderWaitingMail(waiting, host.env("SITE_URL")));
  if (reason === undefined) return;
  console.error(`the email about waiting leads was not sent: ${reason}`);
  await asServer(host)("mail_waiting_failed", { notice: waiting.id });
}

/** @returns why the email could not be rendered or handed off; undefined on success */
async function send(host: Host, write: () => MailMessage): Promise<string | undefined> {
  try {
    await sendMail(host, write());
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Renders the email about a lead, to the company's recipients for such leads, with the visitor in
 * Reply-To. Everything a visitor typed is escaped in the HTML and reduced to one line in the headers.
 * The subject of likely spam starts with a label, for a mailbox's filter rules.
 * @param siteUrl adds a link to the lead in the admin
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
  const answer = `Reply to this email to reach ${name}.`;
  const brand = { company, color: mail.colour };
  return {
    id: mail.message_id,
    to: mail.recipients,
    replyTo: { name, address: mail.email },
    // By code points, so never through half of an emoji.
    subject: [...subject].slice(0, 150).join(""),
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
  const { orders, items, size, cubic_feet, returns, cartons, ounces, low, high } = estimate;
  const dollars = (amount: number) =>
    amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  const figures = [
    countOf(orders, "order", "orders"),
    `${countOf(items, "item", "items")} per order`,
    countOf(cubic_feet, "cubic foot", "cubic feet"),
    `${returns ? "with" : "without"} returns`,
    ...(size ? [`${size} products`] : []),
    ...(cartons === undefined ? [] : [`${countOf(cartons, "carton", "cartons")} received`]),
    ...(ounces === undefined ? [] : [`${countOf(ounces, "ounce", "ounces")} per package`]),
  ];
  return [
    ["Estimate per month", low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`],
    ["Estimated for", figures.join(", ")],
  ];
}

const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** The result of `mail_waiting`: how many leads wait because of the hourly limit on emails. */
interface WaitingMail {
  id: string;
  message_id: string;
  waiting: number;
  /** how many of them are likely spam */
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
 * Renders the email that says how many leads wait, with likely spam counted separately.
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
  const brand = { company, color: colour };
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
