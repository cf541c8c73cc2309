import type { ImapFlow } from "imapflow";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";
import { RAW_MAX } from "#supabase/functions/_shared/inbound/bounds.ts";
import { inTime } from "./clock.ts";
import type { Parts } from "./session.ts";
import { MailboxTrouble } from "./trouble.ts";

const BY_UID = { uid: true };
const MEGABYTE = 1024 * 1024;

/**
 * Stores one email, and only then marks it as read in the mailbox. One that can't be stored is logged and left unread.
 * @throws when it should be tried again
 */
export async function readEmail(client: ImapFlow, uid: number, parts: Parts): Promise<void> {
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
    return result === "full" ? "Too many emails wait that belong to no lead." : "";
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
