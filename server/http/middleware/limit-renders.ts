import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/refuse.ts";
import { createAddressLimiter, readableWait } from "#server/limits/rate-limit.ts";

/** Far above what a person does, and a crawler that follows dead links. */
const RENDERS = { burst: 300, secondsEach: 0.2 };

/**
 * Bounds what is made anew for each who asks: addresses that no page has, posted forms, a page's data
 * by itself. Pages of known addresses are made once for all, and have no limit.
 */
export function limitRenders(
  load: () => Promise<{ addresses: ReadonlySet<string> }>,
  enabled: boolean,
) {
  const take = createAddressLimiter(RENDERS);
  return createMiddleware<AppEnv>(async (c, next) => {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    const shared = reads && (await load()).addresses.has(c.req.path);
    const seconds = enabled && !shared ? take(c.var.clientAddress) : 0;
    if (seconds === 0) return next();
    const sentence = `Too many requests. Please wait ${readableWait(seconds)} and try again.`;
    return refuse(c, "over_request_rate_limit", 429, sentence, { "retry-after": String(seconds) });
  });
}
