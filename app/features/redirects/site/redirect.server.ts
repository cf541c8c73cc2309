import type { RowOf } from "#app/lib/data/table-store.ts";
import { CACHE } from "#contract/cache-policy.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { sitePath } from "#contract/site-path.ts";

type Redirect = Pick<RowOf<"redirects">, "from_path" | "to_address" | "is_permanent">;

/** As many redirects may follow each other (private.check_redirect). */
const MAX_LINKS = 5;

/** The path on this site that an address leads to; undefined for another site. */
function pathHere(address: string, siteUrl: string): string | undefined {
  const here = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  return sitePath(here.split(/[?#]/, 1)[0] as string);
}

/** Follows redirects from a path to the last one, so that a visitor is sent on once. Undefined: none, or a loop. */
function follow(rows: readonly Redirect[], from: string, siteUrl: string) {
  let found: { address: string; permanent: boolean } | undefined;
  let path: string | undefined = from;
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const next = rows.find(({ from_path }) => from_path === path);
    if (!next) return found;
    const permanent = next.is_permanent && found?.permanent !== false;
    found = { address: next.to_address, permanent };
    path = pathHere(next.to_address, siteUrl);
  }
  return undefined;
}

/** The address with the visitor's query, for campaigns, unless it has its own. */
function withQuery(address: string, search: string): string {
  const [target = "", ...fragment] = address.split("#");
  return [target.includes("?") ? target : target + search, ...fragment].join("#");
}

/** The answer for an address without a page that has a redirect (rule N-2). When it can't be read, there is none. */
export async function redirectOf(
  server: ServerContext,
  request: Request,
): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const path = sitePath(pathname);
  if (path === undefined || server.preview) return undefined;
  try {
    const rows = await server.rows("redirects", ["from_path", "to_address", "is_permanent"]);
    const found = follow(rows, path, server.siteUrl);
    return (
      found &&
      new Response(null, {
        status: found.permanent ? 301 : 302,
        headers: {
          location: withQuery(found.address, search),
          "cache-control": found.permanent ? CACHE.redirect : CACHE.none,
        },
      })
    );
  } catch (cause) {
    server.degrade("the redirects could not be read", cause);
    return undefined;
  }
}
