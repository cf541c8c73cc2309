import { createHash } from "node:crypto";
import { refused } from "../endpoint.ts";
import type { ArrivedMail } from "./arrived.ts";
import { readAttachments } from "./attachments.ts";
import { RAW_MAX, STORED } from "./bounds.ts";
import { cleanText } from "./clean.ts";
import { addressesIn, type Head, senderOf, sentAt, subjectOf, tokenOf } from "./head.ts";
import { messageIdOf, referencesOf } from "./ids.ts";
import { isOfReport, readReport } from "./report.ts";
import { splitMail } from "./split.ts";
import { isText, readTexts } from "./texts.ts";

/** Whom an email reached, surest first: what the last server wrote, then what its sender did. */
const RECIPIENTS = ["delivered-to", "x-original-to", "envelope-to", "to", "cc"];

/** Without any of these it is no email. */
const USUAL = ["from", "to", "date", "subject", "message-id", "received", "return-path"];

/**
 * Reads an email that arrived. Whatever is broken, hostile or too much in it is left out, not refused.
 * @param now no email is from later
 * @throws HttpError 413 over RAW_MAX, 422 for what is no email
 */
export async function parseMail(raw: Uint8Array, now = new Date()): Promise<ArrivedMail> {
  if (raw.length > RAW_MAX) throw refused(413, "The email is larger than 25 MB.");
  const { head, body, leaves, cut } = await splitMail(raw);
  if (USUAL.every((name) => head.first(name) === "")) throw refused(422, "This isn't an email.");
  const texts = await readTexts(leaves);
  const found = await readReport(leaves, texts.text);
  const files = leaves.filter((leaf) => !isText(leaf) && !(found && isOfReport(leaf)));
  const { attachments, cut: cutFiles } = await readAttachments(files);
  const message_id = messageIdOf(head);
  return {
    digest: digestOf(head, body),
    kind: found?.kind ?? (isAutomatic(head) ? "auto_reply" : "reply"),
    message_id,
    references: referencesOf(head, found?.returned),
    to: addressesIn(head, RECIPIENTS),
    ...senderOf(head),
    subject: subjectOf(head),
    sent_at: sentAt(head, now),
    text: texts.text,
    html: texts.html,
    cut: cut || texts.cut || cutFiles,
    report: found?.report ?? null,
    headers: message_id?.startsWith("test-")
      ? cleanText(
          new TextDecoder().decode(raw.subarray(0, raw.length - body.length)),
          STORED.headers,
        ).trim()
      : null,
    attachments,
  };
}

/**
 * Whether a program wrote an email (RFC 3834): an absence, a receipt, a bulk email. Such an email must not
 * reopen a lead. A list's name is no sign: answers may come through a group's address.
 */
function isAutomatic(head: Head): boolean {
  const says = (name: string) => tokenOf(head.first(name));
  return (
    !["", "no"].includes(says("auto-submitted")) ||
    !["", "no"].includes(says("x-autoreply")) ||
    !["", "no"].includes(says("x-autorespond")) ||
    /^(auto_reply|bulk|junk)$/.test(says("precedence")) ||
    // Nobody can answer it.
    /^<\s*>$/.test(head.first("return-path")) ||
    // Receipts of being read or delivered, and reports that are read elsewhere.
    tokenOf(head.first("content-type")) === "multipart/report"
  );
}

const CR = 0x0d;
const LF = 0x0a;
/** Bytes that are hashed at once. */
const PIECE = 65_536;

/**
 * The same for one email by any route: each adds its headers, and some change how lines end.
 * @param body all of it, also what is left out
 */
function digestOf(head: Head, body: Uint8Array): string {
  const named = ["message-id", "from", "date"].map((name) => head.first(name).replace(/\s+/g, " "));
  const hash = createHash("sha256").update(named.join("\n"));
  const piece = new Uint8Array(PIECE);
  let length = 0;
  let end = body.length;
  while (end > 0 && (body[end - 1] === LF || body[end - 1] === CR)) end -= 1;
  for (let at = 0; at < end; at += 1) {
    if (body[at] === CR) continue;
    piece[length] = body[at] as number;
    length += 1;
    if (length === PIECE) {
      hash.update(piece);
      length = 0;
    }
  }
  return hash.update(piece.subarray(0, length)).digest("hex");
}
