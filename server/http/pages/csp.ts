import { createHash } from "node:crypto";
import type { CspDirective } from "#contract/render-context.ts";

const DATA_BLOCK = /\btype=("|')(application\/(ld\+)?json|text\/plain)\1/i;
const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi;

const sha256 = (text: string, encoding: BufferEncoding) =>
  `'sha256-${createHash("sha256").update(text, encoding).digest("base64")}'`;

/**
 * Hashes of the inline scripts and styles of a finished page, as CSP source expressions: the page
 * can then be cached, which a nonce forbids. Data blocks never run and need none.
 * @param encoding in which the text's characters are the page's bytes
 */
export function inlineHashes(html: string, encoding: BufferEncoding = "utf8") {
  const script: string[] = [];
  const style: string[] = [];
  for (const [, tag, attributes = "", text = ""] of html.matchAll(ELEMENT)) {
    if (!text || /\bsrc=/.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    (tag?.toLowerCase() === "script" ? script : style).push(sha256(text, encoding));
  }
  return { script, style };
}

export interface CspParts {
  script: string[];
  style: string[];
  /** origins that the page's loaders allowed */
  allowed: ReadonlyMap<CspDirective, ReadonlySet<string>>;
}

/** The Content-Security-Policy of a page; scripts run only by hash or nonce, or from our own origin. */
export function pageCsp({ script, style, allowed }: CspParts): string {
  const extra = (directive: CspDirective) => [...(allowed.get(directive) ?? [])];
  const list = (name: string, ...sources: string[]) => `${name} ${sources.join(" ")}`;
  return [
    list("default-src", "'self'"),
    list("script-src", "'self'", ...script, ...extra("script-src")),
    list("style-src", "'self'", ...style, ...extra("style-src")),
    // React and the widgets set sizes through style attributes; those cannot load or run anything.
    list("style-src-attr", "'unsafe-inline'"),
    list("img-src", "'self'", "data:", "blob:", "https:", ...extra("img-src")),
    list("media-src", "'self'", "blob:", "https:"),
    list("font-src", "'self'"),
    list("connect-src", "'self'", ...extra("connect-src")),
    list("frame-src", "'self'", ...extra("frame-src")),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
