import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";

/** The header with which @hono/node-server marks a response that bypassed Hono (RESPONSE_ALREADY_SENT). */
const SENT = "x-hono-already-sent";

/** Applies to every response and status: no MIME sniffing, and no caching unless requested. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.headers.has(SENT)) return;
  for (const [name, value] of Object.entries(INERT_HEADERS))
    if (!c.res.headers.has(name)) c.header(name, value);
});
