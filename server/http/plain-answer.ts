import { INERT_HEADERS } from "#server/runtime/security-headers.ts";

/** A one-sentence text response, for requests that reach no page. */
export const plainAnswer = (status: number, sentence: string, headers?: Record<string, string>) =>
  new Response(`${sentence}\n`, {
    status,
    headers: { ...INERT_HEADERS, "content-type": "text/plain; charset=utf-8", ...headers },
  });
