import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import type { Log } from "#server/runtime/log.ts";
import { logRefused } from "#server/runtime/log-refused.ts";

/**
 * One line a request: failures always, refusals with the address they came from, the rest at debug, as
 * is one that the client gave up. Queries are left out: they may hold tokens.
 */
export const requestLog = (log: Log) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now();
    await next();
    const status = c.res.status;
    const { refused, requestId, clientAddress } = c.var;
    if (refused) {
      const { path } = c.req;
      logRefused(log, { address: clientAddress, requestId, reason: refused, path });
    }
    const level = status >= 500 && !c.req.raw.signal.aborted ? "error" : "debug";
    log[level](
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status,
        ms: Math.round(performance.now() - began),
      },
      "request",
    );
  });
