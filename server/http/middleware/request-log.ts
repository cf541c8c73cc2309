import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { withoutToken } from "#server/http/preview/link-path.ts";
import type { Log } from "#server/runtime/log.ts";
import { logRefused } from "#server/runtime/log-refused.ts";

/**
 * One line a request: failures always, refusals with the address they came from, the rest at debug, as
 * is one that the client gave up. Queries are left out, and of a preview's address its token.
 */
export const requestLog = (log: Log) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now();
    await next();
    const status = c.res.status;
    const { refused, requestId, clientAddress } = c.var;
    const path = withoutToken(c.req.path);
    if (refused) {
      logRefused(log, { address: clientAddress, requestId, reason: refused, path });
    }
    const level = status >= 500 && !c.req.raw.signal.aborted ? "error" : "debug";
    log[level](
      {
        requestId,
        method: c.req.method,
        path,
        status,
        ms: Math.round(performance.now() - began),
      },
      "request",
    );
  });
