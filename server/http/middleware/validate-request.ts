import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/plain-answer.ts";
import { hasOneHost } from "./request-info.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** For every address that is not the backend's. */
export const ALLOWED = { allow: "GET, HEAD, POST, OPTIONS" };
const MAX_PATH = 2048;

/** Refuses before routing what no browser sends: two Hosts, odd methods, undecodable or traversal paths. */
export const refuseBadRequests = createMiddleware<AppEnv>(async (c, next) => {
  if (!hasOneHost(c.env.incoming))
    return refuse(c, "bad_host", 400, "Send exactly one Host header.");
  if (!METHODS.has(c.req.method))
    return refuse(c, "bad_method", 405, "This method isn't supported here.", ALLOWED);
  const raw = c.env.incoming.url ?? "/";
  const path = raw.split("?", 1)[0] as string;
  if (path.length > MAX_PATH) return refuse(c, "bad_address", 414, "This address is too long.");
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return refuse(c, "bad_address", 400, "This address isn't valid.");
  }
  if (/[\p{Cc}\\]|(^|\/)\.\.?(\/|$)|^\/\//u.test(decoded))
    return refuse(c, "bad_address", 400, "This address isn't valid.");
  await next();
});
