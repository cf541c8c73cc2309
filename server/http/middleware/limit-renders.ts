import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { isAsked } from "#server/http/pages/is-asked.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { refuseTooMany } from "#server/http/plain-answer.ts";
import { createAddressLimiter } from "#server/limits/rate-limit.ts";

/** Far above what a person does, or a crawler that follows dead links. */
const RENDERS = { name: "render", burst: 300, secondsEach: 0.2 };

/**
 * Limits what is rendered for each request: addresses without a page, posted forms, page queries, and a
 * page's data alone. Known addresses are rendered once for everyone, so they have no limit.
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
    return seconds === 0 ? next() : refuseTooMany(c, seconds);
  });
}
