import { type PublicPage, pagePath, publicPages } from "#app/content/index.ts";
import { resources } from "#app/features/resources.ts";
import { readOr } from "#app/lib/page/read.ts";
import { type ServerContext, serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/sitemap";

/** The lists a page shows besides its own texts; settings appear in every header and footer. */
const shownOn = (page: PublicPage) =>
  resources
    .filter(({ shownOn }) => shownOn === "every page" || shownOn.includes(page))
    .map(({ table }) => table);

/** The indexable pages, each with the time of its last change (sitemaps.org). */
export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  server.report({ keep: true });
  const [pages, privacy] = await Promise.all([
    readOr(
      server,
      "the dates for the sitemap could not be read",
      Promise.all(publicPages.map((page) => lastChange(server, page))),
      [],
    ),
    readOr(
      server,
      "the privacy page could not be added to the sitemap",
      server.rows("site_settings", ["setting_value", "updated_at"], {
        setting_key: "privacy_text",
      }),
      [],
    ),
  ]);
  const url = (path: string, changed?: string) => {
    const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : "";
    return `<url><loc>${escapeXml(server.siteUrl + path)}</loc>${lastmod}</url>`;
  };
  const urls = [
    ...publicPages.map((page, index) => url(pagePath(page), pages[index])),
    ...privacy
      .filter(({ setting_value }) => setting_value.trim() !== "")
      .map(({ updated_at }) => url("/privacy", updated_at)),
  ];
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`,
    { headers: { "content-type": "application/xml; charset=utf-8" } },
  );
}

/** ISO time of a page's newest row; undefined if it has none. Throws the backend's error. */
async function lastChange(server: Pick<ServerContext, "rows">, page: PublicPage) {
  const read = await Promise.all([
    ...["site_settings" as const, ...shownOn(page)].map((table) =>
      server.rows(table, ["updated_at"]),
    ),
    server.rows("site_content", ["updated_at"], { page_name: page }),
  ]);
  const times = read.flat().map(({ updated_at }) => updated_at);
  return times.toSorted().at(-1);
}

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`);
