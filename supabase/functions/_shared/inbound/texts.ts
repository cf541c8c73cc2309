import PostalMime from "postal-mime";
import { escapeHtml } from "../text.ts";
import { READ, STORED } from "./bounds.ts";
import { cleanText } from "./clean.ts";
import { decodeBody, toBase64 } from "./decode.ts";
import { tokenOf } from "./head.ts";
import type { Leaf } from "./split.ts";

/** What a person reads of an email. */
interface Texts {
  text: string | null;
  html: string | null;
  cut: boolean;
}

/** One part, or the parts of one alternative, in both forms if it has both. */
interface Unit {
  plain: string[];
  html: string[];
}

export const isText = ({ head, type }: Leaf): boolean =>
  (type === "text/plain" || type === "text/html") &&
  tokenOf(head.first("content-disposition")) !== "attachment";

/** Joins the text parts. A part that exists in only one form is converted for the other. */
export async function readTexts(leaves: Leaf[]): Promise<Texts> {
  const units = new Map<number | Leaf, Unit>();
  const left: Record<keyof Unit, number> = { plain: READ.text, html: READ.html };
  let cut = false;
  for (const leaf of leaves.filter(isText)) {
    const unit: Unit = units.get(leaf.alternative ?? leaf) ?? { plain: [], html: [] };
    units.set(leaf.alternative ?? leaf, unit);
    const kind = leaf.type === "text/html" ? "html" : "plain";
    // No encoding makes a body longer than four times: what follows would be left out anyway.
    const encoded = leaf.body.subarray(0, 4 * left[kind]);
    const encoding = tokenOf(leaf.head.first("content-transfer-encoding"));
    const { bytes, size } = decodeBody(encoded, encoding, left[kind]);
    cut ||= encoded.length < leaf.body.length || bytes.length < size;
    left[kind] -= bytes.length;
    unit[kind].push(await toUnicode(leaf, bytes));
  }
  const all = [...units.values()];
  const text = (await Promise.all(all.map(asPlain))).join("\n");
  const hasHtml = all.some(({ html }) => html.length > 0);
  const html = hasHtml ? all.map(asHtml).join("\n") : "";
  return {
    text: cleanText(text, STORED.text).trim() || null,
    html: html.length > STORED.html ? null : cleanText(html, STORED.html).trim() || null,
    cut: cut || text.length > STORED.text || html.length > STORED.html,
  };
}

/**
 * Decodes the character set, whatever it is called, and joins the lines of flowed text. The parser does both.
 * It gets one long line, since it needs a microsecond for each.
 */
async function toUnicode({ head, type }: Leaf, bytes: Uint8Array): Promise<string> {
  const given = head.first("content-type");
  const value = tokenOf(given) === type ? given : type;
  const { text, html } = await PostalMime.parse(asPart(value, bytes));
  return (type === "text/html" ? html : text) ?? "";
}

const asPart = (type: string, bytes: Uint8Array) =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${toBase64(bytes)}\r\n`;

async function asPlain({ plain, html }: Unit): Promise<string> {
  if (plain.some((text) => text.trim() !== "") || html.length === 0) return plain.join("\n");
  return htmlToText(withLinksInWords(withoutStyles(html.join("\n").slice(0, STORED.html))));
}

const asHtml = ({ plain, html }: Unit): string =>
  html.length > 0
    ? html.join("\n")
    : `<div style="white-space: pre-wrap">${escapeHtml(plain.join("\n"))}</div>`;

/** The parser converts HTML next to a text part only, so it gets an empty one. */
async function htmlToText(html: string): Promise<string> {
  const part = asPart("text/html; charset=utf-8", new TextEncoder().encode(html));
  const { text = "" } = await PostalMime.parse(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n--b\r\n${part}--b--\r\n`,
  );
  return text.trimStart();
}

/** The parser takes the rules of a style sheet for text. */
function withoutStyles(html: string): string {
  const [before = "", ...styles] = html.split(/<style\b/i);
  const after = styles.map((style) => style.split(/<\/style\b[^>]*>/i, 2)[1] ?? "");
  return [before, ...after].join("");
}

/** The parser writes links this way, too, but takes minutes for one that does not end. */
function withLinksInWords(html: string): string {
  const [before = "", ...links] = html.split(/<a\b/i);
  const written = links.map((link) => {
    const end = link.indexOf(">");
    if (end < 0) return link;
    const [, address] = /\shref\s*=\s*["']?([^\s"']+)/i.exec(link.slice(0, end)) ?? [];
    return (address ? ` (${address}) ` : "") + link.slice(end + 1);
  });
  return [before, ...written].join("");
}
