import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/robots";

/** What search engines may crawl, and the sitemap's URL (RFC 9309). */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, report } = context.get(serverContext);
  report({ keep: true });
  const lines = ["User-agent: *", "Disallow: /admin", "", `Sitemap: ${siteUrl}/sitemap.xml`, ""];
  return new Response(lines.join("\n"), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
