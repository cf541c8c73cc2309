import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { NO_MAILBOX } from "#supabase/functions/_shared/host.ts";
import { messageId } from "#supabase/functions/_shared/text.ts";

export interface Mail {
  /** the left half of its Message-ID: the same for each try at this mail, and for no other */
  id: string;
  /** one address, or several who may know of each other */
  to: string | string[];
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** nobody wrote it: another program must not answer (RFC 3834) */
  automatic?: boolean;
  /** the one link that the mail is about, for the console when there is no SMTP server */
  link?: string;
}

export interface Mailer {
  /**
   * Resolves when the SMTP server took the mail, or the outbox has it; rejects otherwise, within four
   * minutes; with an error named NO_MAILBOX when the receiver says that there is no such mailbox.
   */
  send(mail: Mail): Promise<void>;
  /** Gives up what is under way. */
  close(): void;
}

/**
 * Sends by SMTP_URL, or without one writes each message as an .eml file into DATA_DIR/outbox.
 * @param sender used when MAIL_FROM is left out
 */
export function createMailer(env: Env, log: Log, sender: () => Promise<Sender>): Mailer {
  return env.smtpUrl ? smtpMailer(env.smtpUrl, env, log, sender) : outboxMailer(env, log, sender);
}

export interface Sender {
  name: string;
  address: string;
}

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
/** A mail is held for five minutes (hold_mail): later than that, another sender may have it. */
const ATTEMPT_MS = 4 * 60_000;

function smtpMailer(url: string, env: Env, log: Log, sender: () => Promise<Sender>): Mailer {
  const transport = createTransport({ ...TIMEOUTS, ...smtpOptions(url) });
  const closing = new AbortController();
  return {
    async send({ link: _, ...mail }) {
      const late = AbortSignal.timeout(ATTEMPT_MS);
      const message = {
        ...withSender(mail, env.mailFrom ?? (await sender())),
        // Its type lacks it: nodemailer hangs up when this says so.
        signal: AbortSignal.any([closing.signal, late]),
      };
      const { rejected } = await transport.sendMail(message).catch((cause) => {
        if (late.aborted) throw new Error("The mail server took too long.", { cause });
        if (closing.signal.aborted) throw new Error("The program was ended meanwhile.", { cause });
        if (isWithoutMailbox(cause)) cause.name = NO_MAILBOX;
        throw cause;
      });
      // Sent again, it would reach the others twice.
      if (rejected.length > 0)
        log.warn(
          { mail: mail.id, refused: rejected.length },
          "the mail server refused some of a mail's recipients; the others have it",
        );
    },
    close() {
      closing.abort();
      transport.close();
    },
  };
}

/**
 * Whether an SMTP server refused the recipient because there is no such mailbox (RFC 5321, 4.2.3; RFC
 * 7504). Codes of its policy (5.7.x: no relaying, no such sender) are about us, and pass.
 */
function isWithoutMailbox(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false;
  const { responseCode, response, command } = cause as Error & SmtpRefusal;
  return (
    command === "RCPT TO" &&
    [550, 551, 553, 556].includes(responseCode ?? 0) &&
    !/^\d{3}[ -]5\.7\./.test(response ?? "")
  );
}

interface SmtpRefusal {
  responseCode?: number;
  response?: string;
  command?: string;
}

const withSender = ({ id, automatic, ...mail }: Omit<Mail, "link">, from: string | Sender) => ({
  ...mail,
  ...(automatic && { headers: { "Auto-Submitted": "auto-generated" } }),
  from,
  messageId: messageId(id, typeof from === "string" ? from : from.address),
});

/** smtp://user:password@host:587 uses STARTTLS when offered; smtps:// is TLS from the first byte. */
function smtpOptions(address: string) {
  const url = new URL(address);
  const secure = url.protocol === "smtps:";
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 25)),
    secure,
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
  };
}

function outboxMailer(env: Env, log: Log, sender: () => Promise<Sender>): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const folder = join(env.dataDir, "outbox");
  let count = 0;
  return {
    async send({ link, ...mail }) {
      const from = env.mailFrom ?? (await sender());
      const { message } = await transport.sendMail(withSender(mail, from));
      count += 1;
      const time = new Date().toISOString().replace(/[:.]/g, "-");
      const file = join(folder, `${time}-${String(count).padStart(4, "0")}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whoever reads a link may use it: for this system user alone.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ to: mail.to, subject: mail.subject, link, file }, "mail written to the outbox");
    },
    close: () => {},
  };
}
