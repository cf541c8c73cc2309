import { CACHE } from "#contract/cache-policy.ts";

/** Sent with every response of this server. */
export const SECURITY_HEADERS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-permitted-cross-domain-policies": "none",
};

/** Sent with responses that are not pages: nothing in them may run. */
export const INERT_CSP = "default-src 'none'; frame-ancestors 'none'";

/** For a response to one person or at one moment: not cached, and nothing in it runs. */
export const INERT_HEADERS: Record<string, string> = {
  ...SECURITY_HEADERS,
  "content-security-policy": INERT_CSP,
  "cache-control": CACHE.none,
};

/** Adds the INERT_HEADERS that a response does not set itself. */
export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(INERT_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
}
