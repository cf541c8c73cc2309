import PostalMime from "postal-mime";
import type { ArrivedAttachment } from "./arrived.ts";
import { STORED } from "./bounds.ts";
import { cleanLine } from "./clean.ts";
import { decodeBody, toBase64 } from "./decode.ts";
import { type Head, tokenOf } from "./head.ts";
import type { Leaf } from "./split.ts";

/** Lists the attachments, and stores the first ones that fit. */
export async function readAttachments(leaves: Leaf[]) {
  const attachments: ArrivedAttachment[] = [];
  let bytesLeft: number = STORED.content;
  let cut = leaves.length > STORED.attachments;
  for (const { head, type, body } of leaves.slice(0, STORED.attachments)) {
    const encoding = tokenOf(head.first("content-transfer-encoding"));
    const { bytes, size } = decodeBody(body, encoding, Math.max(bytesLeft, SIGNATURE));
    const fits = size <= bytesLeft;
    if (fits) bytesLeft -= size;
    else cut = true;
    attachments.push({
      name: (await fileName(head)) ?? DEFAULT_NAMES.get(type) ?? "attachment",
      type: typeOf(bytes),
      size,
      content: fits ? toBase64(bytes) : null,
    });
  }
  return { attachments, cut };
}

const DEFAULT_NAMES = new Map([
  ["message/rfc822", "message.eml"],
  ["text/calendar", "invitation.ics"],
]);

/** Names have encodings of their own (RFC 2231, RFC 2047), which the parser knows for a part that is a file. */
async function fileName(head: Head): Promise<string | null> {
  const parameters = /;.*$/.exec(head.first("content-type"))?.[0] ?? "";
  const { attachments } = await PostalMime.parse(
    [
      `Content-Type: application/octet-stream${parameters}`,
      `Content-Disposition: ${head.first("content-disposition")}`,
      "\r\n",
    ].join("\r\n"),
  );
  const name = cleanLine(attachments[0]?.filename ?? "", STORED.name) ?? "";
  const withoutPath = name.split(/[/\\]/).at(-1)?.trim() ?? "";
  return /^\.*$/.test(withoutPath) ? null : withoutPath;
}

/** Bytes that tell a file's type. */
const SIGNATURE = 16;

/** What leads usually send, by bytes at a position. Everything else is downloaded without a type. */
const SIGNATURES: [at: number, bytes: string, type: string][] = [
  [0, "%PDF-", "application/pdf"],
  [0, "\x89PNG\r\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "GIF8", "image/gif"],
  [8, "WEBP", "image/webp"],
  [4, "ftypheic", "image/heic"],
  [4, "ftypmif1", "image/heic"],
  [0, "PK\x03\x04", "application/zip"],
];

function typeOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, SIGNATURE));
  const found = SIGNATURES.find(([at, signature]) => start.startsWith(signature, at));
  return found?.[2] ?? "application/octet-stream";
}
