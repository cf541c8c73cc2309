import type { ImapFlowError } from "imapflow";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";
import type { Mailbox } from "./imap-url.ts";

/** A failure whose message is the sentence to show. */
export class MailboxTrouble extends Error {
  override name = "MailboxTrouble";
}

const UNTRUSTED = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/;
const UNREACHABLE = ["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"];
const UNKNOWN_HOST = ["ENOTFOUND", "EAI_AGAIN"];
const NO_ANSWER = [
  ...["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"],
  ...["ETIMEOUT", "ETIMEDOUT", "ETHROTTLE"],
];
const ENDED = [
  ...["NoConnection", "EConnectionClosed", "StateLogout", "NoMailboxSelected"],
  ...["ECONNRESET", "EPIPE"],
  ...["ClosedAfterConnectText", "ClosedAfterConnectTLS"],
];

/**
 * Why the mailbox can't be read, in plain words, without the password or anything from a message. `explainCause`
 * shows it on System.
 */
export function sentenceFor(error: unknown, mailbox: Mailbox): string {
  if (error instanceof MailboxTrouble || error instanceof HttpError) return error.message;
  const failure = error as Partial<ImapFlowError>;
  const code = String(failure.code ?? "");
  const server = `The mail server at ${mailbox.host}:${mailbox.port}`;
  if (failure.authenticationFailed)
    return `The mail server refused the user name or the password.${answerOf(failure, mailbox)}`;
  if (UNTRUSTED.test(code)) return `The certificate of ${mailbox.host} isn't trusted (${code}).`;
  if (failure.tlsFailed) return `${server} offers no encryption.`;
  if (UNKNOWN_HOST.includes(code)) return `The mail server ${mailbox.host} wasn't found.`;
  if (code === "ECONNREFUSED") return `${server} refused the connection.`;
  if (UNREACHABLE.includes(code)) return `${server} can't be reached.`;
  if (NO_ANSWER.includes(code)) return `${server} took too long to answer.`;
  if (ENDED.includes(code)) return `${server} ended the connection.`;
  return `Reading the mailbox failed${code ? ` (${code})` : ""}.`;
}

/** The error of opening the folder, with a sentence if the server refused that. */
export function notOpened(error: unknown, mailbox: Mailbox): unknown {
  const failure = error as Partial<ImapFlowError>;
  if (failure.mailboxMissing)
    return new MailboxTrouble(`The mailbox has no folder "${mailbox.folder}".`);
  if (failure.responseStatus)
    return new MailboxTrouble(
      `The folder "${mailbox.folder}" can't be opened.${answerOf(failure, mailbox)}`,
    );
  return error;
}

/** The server's own words about a login or a folder, such as "application password required". */
function answerOf({ responseText = "" }: Partial<ImapFlowError>, { password }: Mailbox): string {
  const line = responseText
    .replaceAll(password, "…")
    .replace(/[\s{}<>]+/g, " ")
    .trim()
    .slice(0, 200);
  return line && ` It said: "${line}".`;
}
