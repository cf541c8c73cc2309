import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Query } from "#server/backend/postgres/pool.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { type MailMessage, NO_MAILBOX } from "#supabase/functions/_shared/host.ts";
import { mailHeaders } from "#supabase/functions/_shared/mail-headers.ts";
import { hostOf } from "#supabase/functions/_shared/outgoing/host-of.ts";
import { messageId } from "#supabase/functions/_shared/text.ts";

export interface Mailer {
  /**
   * Resolves when the SMTP server has accepted the email or the outbox has it. Otherwise rejects
   * within four minutes; with an error named NO_MAILBOX when the receiver says there is no such
   * mailbox.
   */
  send(mail: MailMessage): Promise<void>;
  /** Since when email can't be handed off. A refusal by one recipient's server doesn't count. */
  failingSince(): Date | undefined;
  /** Aborts emails in progress. */
  close(): void;
}

/**
 * Sends by SMTP_URL; without it, writes each message as an .eml file to DATA_DIR/outbox.
 * @param sender used without MAIL_FROM
 */
export function createMailer(
  env: Env,
  log: Log,
  sender: () => Promise<Sender>,
  now = () => new Date(),
): Mailer {
  const { send, close } = env.smtpUrl
    ? smtpMailer(env.smtpUrl, env, log, sender)
    : outboxMailer(env, log, sender);
  let failingSince: Date | undefined;
  return {
    async send(mail) {
      try {
        await send(mail);
        failingSince = undefined;
      } catch (cause) {
        if (!isAboutRecipient(cause)) failingSince ??= now();
        throw cause;
      }
    },
    failingSince: () => failingSince,
    close,
  };
}

type Transport = Omit<Mailer, "failingSince">;

export interface Sender {
  name: string;
  address: string;
}

/** The sender without MAIL_FROM: the company, at the site's own host name. */
export async function companySender(query: Query, siteUrl: string): Promise<Sender> {
  const [row] = await query`
    select setting_value from public.site_settings where setting_key = 'company_name'`;
  return {
    name: String(row?.setting_value || "Loading Dock"),
    address: companyAddress(siteUrl),
  };
}

export const companyAddress = (siteUrl: string) => `no-reply@${new URL(siteUrl).hostname}`;

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
/** An email is held for five minutes (hold_mail); later, another process may send it. */
const ATTEMPT_MS = 4 * 60_000;

/** Loaded with the first email, so that the server starts faster. */
const nodemailer = () => import("nodemailer");

function smtpMailer(url: string, env: Env, log: Log, sender: () => Promise<Sender>): Transport {
  const options = { ...TIMEOUTS, ...smtpOptions(url) };
  const closing = new AbortController();
  return {
    async send(mail) {
      const late = AbortSignal.timeout(ATTEMPT_MS);
      const message = {
        ...withSender(mail, env.mailFrom ?? (await sender())),
        // Missing in its type: nodemailer disconnects when this aborts.
        signal: AbortSignal.any([closing.signal, late]),
      };
      const { createTransport } = await nodemailer();
      const { rejected } = await createTransport(options)
        .sendMail(message)
        .catch((cause) => {
          if (late.aborted) throw new Error("The mail server took too long.", { cause });
          if (closing.signal.aborted) throw new Error("The program was stopped.", { cause });
          if (isWithoutMailbox(cause)) cause.name = NO_MAILBOX;
          throw cause;
        });
      // A retry would reach the other recipients twice.
      if (rejected.length > 0)
        log.warn(
          { mail: mail.id, refused: rejected.length },
          "the mail server rejected some recipients of an email; the rest received it",
        );
    },
    close: () => closing.abort(),
  };
}

/**
 * Whether an SMTP server refused one recipient. Policy codes (5.7.x: no relaying, no such sender) are about
 * us, and don't count.
 */
function isAboutRecipient(cause: unknown): cause is Error & SmtpRefusal {
  if (!(cause instanceof Error)) return false;
  const { response, command } = cause as Error & SmtpRefusal;
  return command === "RCPT TO" && !/^\d{3}[ -]5\.7\./.test(response ?? "");
}

/** Whether it refused because there is no such mailbox (RFC 5321, 4.2.3; RFC 7504). */
const isWithoutMailbox = (cause: unknown): cause is Error =>
  isAboutRecipient(cause) && [550, 551, 553, 556].includes(cause.responseCode ?? 0);

interface SmtpRefusal {
  responseCode?: number;
  response?: string;
  command?: string;
}

function withSender(
  { id, autoSubmitted, unsubscribe, references, ...mail }: MailMessage,
  from: string | Sender,
) {
  const address = typeof from === "string" ? from : from.address;
  return {
    ...mail,
    headers: mailHeaders({ autoSubmitted, unsubscribe, references }, address),
    from,
    messageId: messageId(id, address),
  };
}

/** smtp://user:password@host:587 uses STARTTLS when offered; smtps:// is TLS from the first byte. */
function smtpOptions(address: string) {
  const url = new URL(address);
  const secure = url.protocol === "smtps:";
  return {
    host: hostOf(url),
    port: Number(url.port || (secure ? 465 : 25)),
    secure,
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
  };
}

export const outboxIn = (dataDir: string) => join(dataDir, "outbox");

function outboxMailer(env: Env, log: Log, sender: () => Promise<Sender>): Transport {
  const folder = outboxIn(env.dataDir);
  let count = 0;
  return {
    async send(mail) {
      const from = env.mailFrom ?? (await sender());
      const { createTransport } = await nodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(withSender(mail, from));
      count += 1;
      const time = new Date().toISOString().replace(/[:.]/g, "-");
      const file = join(folder, `${time}-${String(count).padStart(4, "0")}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Anyone who can read a link can use it, so only this system user may read the file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      // Not its subject, which may name a lead, nor its link, which may set a password.
      log.info({ to: mail.to, file }, "email written to the outbox");
    },
    close: () => {},
  };
}
