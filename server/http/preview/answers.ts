import type { Context } from "hono";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/plain-answer.ts";
import { SECURITY_HEADERS } from "#server/runtime/security-headers.ts";

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

/** Calls a database function with the caller's authorization and no other rights. */
export const askAs = (
  backend: Backend,
  c: Context<AppEnv>,
  authorization: string | undefined,
  name: string,
  args: object,
) =>
  backend.fetch(
    new Request(`${backend.serverUrl}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: authorization ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify(args),
    }),
    { requestId: c.var.requestId, clientAddress: c.var.clientAddress },
  );
