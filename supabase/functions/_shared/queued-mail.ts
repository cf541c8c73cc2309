import { asServer } from "./database.ts";
import { type Host, type MailMessage, NO_MAILBOX } from "./host.ts";
import { sendByApi } from "./mail-api.ts";
import { type MailPart, partsOfMail } from "./mail-parts.ts";
import { oneLine } from "./text.ts";

/** What `queued_mail_claim` hands out: a row of `mails`, and whose name it goes out in. */
interface QueuedMail {
  id: string;
  kind: string;
  /** which try this is; what became of it is heard from the one that holds it alone */
  attempt: number;
  message_id: string;
  recipient: string;
  reply_to: string | null;
  reply_to_name: string | null;
  subject: string;
  heading: string | null;
  body: MailPart[];
  /** of a digest: the path of the page that turns it off */
  unsubscribe: string | null;
  company: string | null;
  colour: string | null;
}

/**
 * Sends the queue's mails that are due, one after the other, each claimed just before it is sent; call it
 * now and then.
 * @param most how many to send at most
 * @param signal ends it after the mail under way
 */
export async function sendQueuedMails(host: Host, most = 20, signal?: AbortSignal): Promise<void> {
  const database = asServer(host);
  for (let count = 0; count < most && !signal?.aborted; count += 1) {
    const mail: QueuedMail | null = await database("queued_mail_claim", {});
    if (!mail) return;
    const failure = await send(host, mail);
    await database("queued_mail_settle", {
      mail: mail.id,
      attempt: mail.attempt,
      ...(failure && { error: failure.message, no_mailbox: failure.name === NO_MAILBOX }),
    });
  }
}

/**
 * Puts the reminders and digests into the queue whose time has come, each once, no matter who asks and however
 * many do; call it every minute or so.
 */
export const writeReminders = (host: Host): Promise<unknown> => asServer(host)("reminders_due", {});

async function send(host: Host, mail: QueuedMail): Promise<Error | undefined> {
  try {
    await (host.sendMail ?? ((message) => sendByApi(host, message)))(
      renderQueuedMail(mail, host.env("SITE_URL")),
    );
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Of the kinds that answer somebody; all others are the site's own. */
const AUTO_SUBMITTED: Record<string, MailMessage["autoSubmitted"]> = {
  reply: "no",
  confirmation: "auto-replied",
};

/** Writes a mail of the queue. @param siteUrl what its paths are on; without it they are left out */
function renderQueuedMail(mail: QueuedMail, siteUrl?: string): MailMessage {
  const company = oneLine(mail.company || "Loading Dock");
  const { html, text } = partsOfMail(
    mail.unsubscribe
      ? [...mail.body, { links: [["Turn off this email", mail.unsubscribe]] }]
      : mail.body,
    oneLine(mail.heading ?? ""),
    { company, colour: mail.colour },
    siteUrl,
  );
  return {
    id: mail.message_id,
    to: mail.recipient,
    ...(mail.reply_to && {
      replyTo: { name: oneLine(mail.reply_to_name ?? ""), address: mail.reply_to },
    }),
    subject: oneLine(mail.subject),
    ...(mail.kind in AUTO_SUBMITTED && { autoSubmitted: AUTO_SUBMITTED[mail.kind] }),
    ...(mail.unsubscribe && siteUrl && { unsubscribe: siteUrl + mail.unsubscribe }),
    text,
    html,
  };
}
