import { refused } from "../endpoint.ts";
import type { ArrivedMail } from "./arrived.ts";
import { readAttachments } from "./attachments.ts";
import { isAutomatic } from "./automatic.ts";
import { RAW_MAX, STORED } from "./bounds.ts";
import { cleanText } from "./clean.ts";
import { addressesIn, type Head, senderOf, sentAt, subjectOf } from "./head.ts";
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
    digest: await digestOf(head, body),
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

const CR = 0x0d;
const LF = 0x0a;

/**
 * The same for one email by any route: each adds headers of its own, and some change how lines end.
 * @param body all of it, also what is left out
 */
async function digestOf(head: Head, body: Uint8Array): Promise<string> {
  const named = ["message-id", "from", "date"].map((name) => head.first(name).replace(/\s+/g, " "));
  const start = new TextEncoder().encode(named.join("\n"));
  const hashed = new Uint8Array(start.length + body.length);
  hashed.set(start);
  let length = start.length;
  for (const byte of body) {
    if (byte === CR) continue;
    hashed[length] = byte;
    length += 1;
  }
  while (length > start.length && hashed[length - 1] === LF) length -= 1;
  const hash = await crypto.subtle.digest("SHA-256", hashed.subarray(0, length));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
