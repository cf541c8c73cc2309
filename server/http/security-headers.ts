import { createHash } from "node:crypto";
import { CACHE } from "#contract/cache-policy.ts";
import type { CspDirective } from "#contract/render-context.ts";

/** Sent with every answer of this server, whatever it carries. */
export const SECURITY_HEADERS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-permitted-cross-domain-policies": "none",
};

/** Sent with answers that are not pages: nothing in them may run. */
export const INERT_CSP = "default-src 'none'; frame-ancestors 'none'";

/** Of an answer for one person or one moment: kept by nobody, and nothing in it runs. */
export const INERT_HEADERS: Record<string, string> = {
  ...SECURITY_HEADERS,
  "content-security-policy": INERT_CSP,
  "cache-control": CACHE.none,
};

/** Gives an answer of INERT_HEADERS what it does not say itself. */
export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(INERT_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
}

const DATA_BLOCK = /\btype=("|')(application\/(ld\+)?json|text\/plain)\1/i;
const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi;

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Hashes of the inline scripts and styles of a finished page, as CSP source expressions: the page
 * can then be cached, which a nonce forbids. Data blocks never run and need none.
 */
export function inlineHashes(html: string) {
  const script: string[] = [];
  const style: string[] = [];
  for (const [, tag, attributes = "", text = ""] of html.matchAll(ELEMENT)) {
    if (!text || /\bsrc=/.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    (tag?.toLowerCase() === "script" ? script : style).push(sha256(text));
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
