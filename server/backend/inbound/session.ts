import { ImapFlow } from "imapflow";
import type { Log } from "#server/runtime/log.ts";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";
import { RAW_MAX } from "#supabase/functions/_shared/inbound/bounds.ts";
import { type Clock, inTime } from "./clock.ts";
import type { Mailbox } from "./imap-url.ts";
import { MailboxTrouble, notOpened } from "./trouble.ts";

/** How far the folder was read: UIDs count only under the same validity. */
export interface Cursor {
  validity: number | null;
  uid: number | null;
  /** when it was last read; null: never */
  checked_at: string | null;
}

export interface Parts {
  mailbox: Mailbox;
  log: Log;
  clock: Clock;
  cursor: Cursor;
  /** how often the same email failed, in any connection */
  failures: { uid: number; count: number };
  /** Stores an email. */
  receive(raw: Uint8Array): Promise<{ result: string }>;
  /** Stores how far the folder was read. */
  advance(validity: number, uid: number): Promise<void>;
  /** Called when nothing is left to read. */
  caughtUp(): void;
}

/** Without a notice by the server. */
const POLL_MS = 60_000;
/** Of one connection. A longer silence than between two polls means that it is lost. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 90_000 };
const DAY_MS = 24 * 60 * 60_000;
/** Then an email is skipped, so that those after it are read. */
const MOST_FAILURES = 6;

/**
 * Reads the folder, and then what arrives in it, until `signal` aborts.
 * @throws the first failure; what was read until then is stored
 */
export async function readFolder(parts: Parts, signal: AbortSignal): Promise<void> {
  const { mailbox, clock } = parts;
  const client = new ImapFlow(optionsFor(mailbox));
  let cause: Error | undefined;
  let wake = () => {};
  let hasNews = false;
  // A pending command rejects too, but without the cause.
  client.on("error", (error) => {
    cause = error;
  });
  client.on("close", () => wake());
  client.on("exists", () => {
    hasNews = true;
    wake();
  });
  const close = () => client.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    signal.throwIfAborted();
    const { validity, next } = await open(client, parts);
    let last = parts.cursor.validity === validity ? parts.cursor.uid : null;
    while (!signal.aborted) {
      hasNews = false;
      for (const uid of await unread(client, last, parts)) {
        await readOrSkip(client, uid, parts, signal);
        last = uid;
        await parts.advance(validity, uid);
      }
      last ??= next - 1;
      await parts.advance(validity, last);
      parts.caughtUp();
      if (!hasNews) await rest();
    }
  } catch (error) {
    throw cause ?? error;
  } finally {
    signal.removeEventListener("abort", close);
    client.close();
  }

  /** Waits until the server reports something new, a minute at most. */
  async function rest(): Promise<void> {
    if (!client.usable) return;
    const woken = new AbortController();
    wake = () => woken.abort();
    // The next command ends it, and fails if the connection is lost.
    void client.idle().catch(() => undefined);
    await clock.wait(POLL_MS, woken.signal);
  }
}

async function open(client: ImapFlow, { mailbox, clock }: Parts) {
  await inTime(clock, client.connect());
  const folder = await inTime(clock, client.mailboxOpen(mailbox.folder)).catch((error) => {
    throw notOpened(error, mailbox);
  });
  if (folder.readOnly)
    throw new MailboxTrouble(`The folder "${mailbox.folder}" is read-only for this user.`);
  return { validity: Number(folder.uidValidity), next: folder.uidNext };
}

/**
 * @returns the UIDs after `last`, in order; without it, those since the day before it was last read: what is known
 *   is not stored again
 */
async function unread(client: ImapFlow, last: number | null, { clock, cursor }: Parts) {
  const checked = cursor.checked_at === null ? clock.now() : Date.parse(cursor.checked_at);
  const query = last === null ? { since: new Date(checked - DAY_MS) } : { uid: `${last + 1}:*` };
  const found = await inTime(clock, client.search(query, { uid: true }));
  if (!found) throw new MailboxTrouble("The mail server didn't list the folder.");
  // "9:*" also finds the newest email when its UID is below 9 (RFC 9051, 9).
  return found.filter((uid) => uid > (last ?? 0)).sort((one, other) => one - other);
}

async function readOrSkip(client: ImapFlow, uid: number, parts: Parts, signal: AbortSignal) {
  const { failures, log } = parts;
  if (failures.uid !== uid) Object.assign(failures, { uid, count: 0 });
  if (failures.count >= MOST_FAILURES)
    return log.error({ uid }, "an email in the mailbox failed repeatedly and is left unread");
  try {
    await readEmail(client, uid, parts);
  } catch (error) {
    if (!isDatabaseAway(error) && !signal.aborted) failures.count += 1;
    throw error;
  }
}

/** Which says nothing about the email. */
const isDatabaseAway = (error: unknown) => error instanceof HttpError && error.status === 503;

const optionsFor = ({ host, port, secure, startTls, user, password }: Mailbox) => ({
  host,
  port,
  secure,
  doSTARTTLS: startTls,
  auth: { user, pass: password },
  // It would log parts of messages.
  logger: false as const,
  disableAutoIdle: true,
  disableCompression: true,
  maxLiteralSize: RAW_MAX + 1024,
  // A line lists what is new, about a million emails.
  maxLineLength: 8 * 1024 * 1024,
  clientInfo: { name: "Loading Dock", version: "", vendor: "", "support-url": "" },
  ...TIMEOUTS,
});

const BY_UID = { uid: true };
const MEGABYTE = 1024 * 1024;

/**
 * Stores one email, and only then marks it as read in the mailbox. One that can't be stored is logged and left unread.
 * @throws when it should be tried again
 */
async function readEmail(client: ImapFlow, uid: number, parts: Parts): Promise<void> {
  const reason = await storeEmail(client, uid, parts);
  if (reason === "") await markAsRead(client, uid, parts);
  else if (reason) parts.log.warn({ uid, reason }, "an email in the mailbox is left unread");
}

/** @returns why it is left unread; empty: it is stored; undefined: there is nothing to do */
async function storeEmail(client: ImapFlow, uid: number, parts: Parts) {
  const { clock, receive } = parts;
  const head = await inTime(clock, client.fetchOne(String(uid), { size: true }, BY_UID));
  // Moved or deleted since.
  if (!head) return undefined;
  if ((head.size ?? 0) > RAW_MAX) return `It is larger than ${RAW_MAX / MEGABYTE} MB.`;
  // The size may be wrong, so one byte more shows that it is.
  const source = { start: 0, maxLength: RAW_MAX + 1 };
  const email = await inTime(clock, client.fetchOne(String(uid), { source }, BY_UID));
  if (!email) return undefined;
  if (!email.source) throw new MailboxTrouble("The mail server sent an email without content.");
  try {
    const { result } = await receive(email.source);
    if (result === "ignored") return undefined;
    return result === "full"
      ? "Its lead, its sender or the list of unmatched emails has reached a limit."
      : "";
  } catch (error) {
    if (isUnreadable(error)) return error.message;
    throw error;
  }
}

/** What `receiveMail` says about an email that can never be stored. */
const isUnreadable = (error: unknown): error is HttpError =>
  error instanceof HttpError && (error.status === 413 || error.status === 422);

async function markAsRead(client: ImapFlow, uid: number, { clock, log }: Parts): Promise<void> {
  const marked = await inTime(clock, client.messageFlagsAdd(String(uid), ["\\Seen"], BY_UID));
  // It doesn't reject when the connection ends.
  if (!marked && !client.usable) throw new MailboxTrouble("The mail server ended the connection.");
  if (!marked) log.warn({ uid }, "a stored email can't be marked as read");
}
