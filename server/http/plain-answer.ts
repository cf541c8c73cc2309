import { CACHE } from "./cache-control.ts";
import { INERT_CSP, SECURITY_HEADERS } from "./security-headers.ts";

/** A short sentence as the whole answer, for requests that reach no page. */
export const plainAnswer = (status: number, sentence: string, headers?: Record<string, string>) =>
  new Response(`${sentence}\n`, {
    status,
    headers: {
      ...SECURITY_HEADERS,
      "content-security-policy": INERT_CSP,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": CACHE.none,
      ...headers,
    },
  });
