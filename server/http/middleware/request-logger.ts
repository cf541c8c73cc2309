import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { type Answered, withoutToken } from "#server/http/request-log.ts";
import { logRefused } from "#server/runtime/log/refused.ts";
import type { Log } from "#server/runtime/log.ts";

const API = /^\/(auth|rest|storage|functions)\/v1\//;

/** Reports every request that gets this far, and logs the reason if it was refused. */
export const requestLogger = (log: Log, logRequest: (answered: Answered) => void) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    await next();
    const { refused, requestId, clientAddress: address, source } = c.var;
    const { method, path } = c.req;
    if (refused) logRefused(log, { address, requestId, reason: refused, path: withoutToken(path) });
    logRequest({
      method,
      path,
      requestId,
      address,
      // Responses written without Hono look empty to it.
      status: c.env?.outgoing?.headersSent ? c.env.outgoing.statusCode : c.res.status,
      ms: performance.now() - started,
      source: source ?? (API.test(path) && !refused ? "api" : "other"),
      aborted: c.req.raw.signal.aborted,
    });
  });
