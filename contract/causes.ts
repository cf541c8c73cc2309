/** A readable reason for a failure, plus the raw error if it differs. */
export interface Cause {
  sentence: string;
  details?: string;
}

type Explain = (who: string) => string;

/** Known errors by code or text; the first match wins. `who` is the service: "The mail server". */
const KNOWN: readonly (readonly [RegExp, Explain])[] = [
  [/No e?mail provider is set/, () => "Email isn't set up."],
  [/\b535\b|EAUTH|Invalid login|answered 40[13]\b/i, (who) => `${who} didn't accept the sign-in.`],
  [/ENOSPC|no space left/i, () => "The disk is full."],
  [/EROFS|read-only file system/i, () => "The disk is read-only."],
  [/EACCES|EPERM/, () => "The site isn't allowed to use a file or folder it needs."],
  [/ENOTDIR|EISDIR|EEXIST/, () => "A folder can't be created or opened."],
  [/ENOENT/, () => "A file or folder is missing."],
  [
    /CONNECTION_(?:CLOSED|ENDED|DESTROYED)|57P01|terminating connection|Connection terminated/i,
    () => "The connection to the database was lost.",
  ],
  [
    /ECONNREFUSED/,
    (who) => `${who} refused the connection. Check that it is running, and its address and port.`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ENODATA|can't be found \(DNS\)/,
    (who) => `${who} wasn't found. Check its name.`,
  ],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, (who) => `${who} can't be reached from here.`],
  [
    /CERT_HAS_EXPIRED|certificate has expired/i,
    (who) => `${who}'s security certificate has expired.`,
  ],
  [/altname/i, (who) => `${who}'s security certificate is for another name.`],
  [
    /SELF_SIGNED|self[- ]signed|UNABLE_TO_|CERT_|unable to verify/i,
    (who) => `${who}'s security certificate isn't trusted.`,
  ],
  [
    /EPROTO|ERR_SSL|wrong version number/i,
    (who) => `${who} and this site don't agree on encryption. Check the port.`,
  ],
  [
    /ETIMEDOUT|Greeting never received|timed? ?out|took too long/i,
    (who) => `${who} didn't answer in time.`,
  ],
  [
    /ECONNRESET|EPIPE|socket hang up|Unexpected socket close|Connection closed/i,
    (who) => `${who} closed the connection.`,
  ],
  [
    /\b5\.1\.\d|no such (?:user|mailbox)|user unknown|mailbox (?:unavailable|not found)/i,
    () => "This mailbox doesn't exist.",
  ],
  [
    /\b[45]\.2\.2\b|mailbox (?:is )?full|over ?quota|quota exceeded/i,
    () => "This mailbox is full.",
  ],
  [/\b5\.2\.1\b|mailbox (?:is )?disabled/i, () => "This mailbox is disabled."],
  [/\b5\.7\.\d|relay/i, (who) => `${who} refused to send from this site's address.`],
  [/answered 4\d\d\b|\b5[05]\d[ -]/, (who) => `${who} refused the request.`],
  [/answered 5\d\d\b|\b4[2-5]\d[ -]/, (who) => `${who} reported an internal error.`],
];

/** A sentence written for people. */
const READABLE = /^[A-Z/][^{}<>]*[.!?]$/;
const CODE = /\b[A-Z]{2,}_[A-Z_]+\b|\bE[A-Z]{4,}\b/;

/**
 * Turns a raw error into a readable sentence. The only place that knows raw error texts.
 * @param who the service that was called, as the start of a sentence
 */
export function explainCause(raw: string, who: string): Cause {
  const known = KNOWN.find(([says]) => says.test(raw));
  if (known) return { sentence: known[1](who), details: raw };
  if (READABLE.test(raw) && !CODE.test(raw)) return { sentence: raw };
  return { sentence: "It failed for an unknown reason.", details: raw };
}
