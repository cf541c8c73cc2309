import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { isAsked } from "#server/http/pages/is-asked.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { refuse } from "#server/http/refuse.ts";
import { createAddressLimiter, readableWait } from "#server/limits/rate-limit.ts";

/** Far above what a person does, and a crawler that follows dead links. */
const RENDERS = { burst: 300, secondsEach: 0.2 };

/**
 * Bounds what is made again for each who asks: addresses that no page has, posted forms, a question in
 * a page's query, a page's data by itself. Pages of known addresses are made once for all, and have no limit.
 */
export function limitRenders(
  load: () => Promise<Pick<Renderer, "addresses" | "queries">>,
  enabled: boolean,
) {
  const take = createAddressLimiter(RENDERS);
  return createMiddleware<AppEnv>(async (c, next) => {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    const { addresses, queries } = await load();
    const { search } = new URL(c.req.url);
    const shared = reads && addresses.has(c.req.path) && !isAsked(queries, c.req.path, search);
    const seconds = enabled && !shared ? take(c.var.clientAddress) : 0;
    if (seconds === 0) return next();
    const sentence = `Too many requests. Please wait ${readableWait(seconds)} and try again.`;
    return refuse(c, "over_request_rate_limit", 429, sentence, { "retry-after": String(seconds) });
  });
}
