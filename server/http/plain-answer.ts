import type { Context } from "hono";
import { readableWait } from "#server/limits/rate-limit.ts";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";
import type { AppEnv } from "./app-env.ts";

/** A one-sentence text response, for requests that reach no page. */
export const plainAnswer = (status: number, sentence: string, headers?: Record<string, string>) =>
  new Response(`${sentence}\n`, {
    status,
    headers: { ...INERT_HEADERS, "content-type": "text/plain; charset=utf-8", ...headers },
  });

/** Refuses with such a response, and stores the reason to log. */
export function refuse(
  c: Context<AppEnv>,
  reason: string,
  status: number,
  sentence: string,
  headers?: Record<string, string>,
): Response {
  c.set("refused", reason);
  return plainAnswer(status, sentence, headers);
}

/** Refuses a request of an address that sent too many. @param seconds until it may send another */
export const refuseTooMany = (c: Context<AppEnv>, seconds: number): Response =>
  refuse(
    c,
    "over_request_rate_limit",
    429,
    `Too many requests. Please wait ${readableWait(seconds)} and try again.`,
    { "retry-after": String(seconds) },
  );
