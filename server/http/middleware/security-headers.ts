import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";

/** The marker of @hono/node-server for an answer that went out past the framework (RESPONSE_ALREADY_SENT). */
const SENT = "x-hono-already-sent";

/** Whatever a route answers, and with whatever status: nobody guesses its type or keeps it unasked. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.headers.has(SENT)) return;
  for (const [name, value] of Object.entries(INERT_HEADERS))
    if (!c.res.headers.has(name)) c.header(name, value);
});
