import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/plain-answer.ts";
import { isFromOtherSite } from "#server/runtime/other-site.ts";

const hostOf = (c: Context) => new URL(c.req.url).host;

/** Refuses a form posted from another site, because its sender may not have intended to send it. */
export const csrf = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header("origin");
  const foreign =
    isFromOtherSite(c.req.raw.headers) ||
    (origin !== undefined && URL.parse(origin)?.host !== hostOf(c));
  if (c.req.method === "POST" && foreign)
    return refuse(
      c,
      "cross_site",
      403,
      "This form came from another site. Please fill it out here.",
    );
  await next();
});

/**
 * Restores the browser's view of a posted form: behind a proxy that terminates TLS, the request
 * arrives over http while its Origin is https, which React Router would treat as cross-site. The
 * same host is the same site.
 */
export function asSeenByBrowser(request: Request): Request {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  const url = new URL(request.url);
  if (origin?.host !== url.host || origin.protocol === url.protocol) return request;
  url.protocol = origin.protocol;
  return new Request(url, request);
}
