import type { Context } from "hono";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse, refuseTooMany } from "#server/http/plain-answer.ts";
import { SECURITY_HEADERS } from "#server/runtime/security-headers.ts";
import { retryAfter } from "#supabase/functions/_shared/outgoing/address.ts";

/** Headers for every page that is inert. */
export const INERT_PAGE = {
  ...SECURITY_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "x-robots-tag": "noindex",
};

export const previewFailed = (c: Context<AppEnv>) =>
  refuse(
    c,
    "no_preview",
    503,
    "The preview can't be shown right now. Please try again in a moment.",
  );

/** Supabase's gateway doesn't say how long to wait. */
const WAIT_S = 60;

/** Passes on that an address sent the backend too many requests; undefined for any other answer. */
export const tooManyFor = (c: Context<AppEnv>, { status, headers }: Response) =>
  status === 429 ? refuseTooMany(c, retryAfter(headers.get("retry-after")) ?? WAIT_S) : undefined;

/** Calls a database function with the caller's authorization and no other rights; by default a visitor's. */
export const askAs = (
  backend: Backend,
  c: Context<AppEnv>,
  name: string,
  args: object,
  authorization = `Bearer ${backend.publishableKey}`,
) =>
  backend.fetch(
    new Request(`${backend.serverUrl}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization,
        "content-type": "application/json",
      },
      body: JSON.stringify(args),
    }),
    { requestId: c.var.requestId, clientAddress: c.var.clientAddress },
  );
