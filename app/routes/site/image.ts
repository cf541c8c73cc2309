import { fixed, type PublicPage } from "#app/content/index.ts";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { siteSettings } from "#app/features/site_settings/site/settings.ts";
import type { IconPath } from "#app/lib/page/head/icons.ts";
import { sharePaths } from "#app/lib/page/head/share-images.ts";
import { icon, shareImage } from "#app/site-kit/share/images.server.tsx";
import { CACHE } from "#contract/cache-policy.ts";
import { type ServerContext, serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/image";

/** Share images and icons, drawn from the settings (rule Y-7), at a fixed list of addresses. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  server.report({ keep: true });
  const path = new URL(request.url).pathname;
  const page = sharePaths.get(path);
  const settings = await siteSettings(server);
  const bytes = page
    ? await shareImage(server, settings, page, await headline(server, page))
    : await icon(server, settings, path as IconPath);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": path.endsWith(".ico") ? "image/x-icon" : "image/png",
      "cache-control": CACHE.day,
    },
  });
}

const headline = async (server: ServerContext, page: PublicPage): Promise<string> =>
  page === "faqs" ? fixed.faqPage.title : (await pageContent(server, page)).hero.title;
