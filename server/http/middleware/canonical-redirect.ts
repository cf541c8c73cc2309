import { createMiddleware } from "hono/factory";
import { CACHE } from "#contract/cache-policy.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";

/**
 * The one address of the page that `path` means: no percent-encoded letters, doubled or trailing
 * slashes, other case, or name of an index file. Undefined when no page is meant, or the path is that
 * address already. The answer is one of `addresses`, so no path leads to another site.
 * @param path as it came, without query
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

/** One page has one address, which caches and search engines count on: every other spelling leads there. */
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
