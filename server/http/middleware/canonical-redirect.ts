import { createMiddleware } from "hono/factory";
import { CACHE } from "#contract/cache-policy.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";

/**
 * The canonical address of the page that `path` means, without percent-encoded letters, doubled or trailing
 * slashes, different case, or an index file name. Undefined when no page matches, or the path is already
 * canonical. The result is one of `addresses`, so no path can redirect to another site.
 * @param path as received, without query
 */
function addressMeant(path: string, addresses: ReadonlySet<string>): string | undefined {
  if (addresses.has(path)) return undefined;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const plain = decoded
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/(index(\.(html?|php))?)?$/, "");
  const address = plain || "/";
  return addresses.has(address) ? address : undefined;
}

/** Each page has one address, for caches and search engines: every other spelling redirects to it. */
export const canonicalRedirect = (load: () => Promise<{ addresses: ReadonlySet<string> }>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!["GET", "HEAD", "POST"].includes(c.req.method)) return next();
    const url = c.env.incoming.url ?? "/";
    const path = url.split("?", 1)[0] as string;
    const address = addressMeant(path, (await load()).addresses);
    if (address === undefined) return next();
    return plainAnswer(308, "This page has another address.", {
      location: address + url.slice(path.length),
      "cache-control": CACHE.day,
    });
  });
