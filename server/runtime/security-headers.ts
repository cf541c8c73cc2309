import { CACHE } from "#contract/cache-policy.ts";

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
