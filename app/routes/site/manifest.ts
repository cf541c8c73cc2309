import { mergeSettings } from "#app/content/index.ts";
import { readSettings } from "#app/features/site_settings/queries.ts";
import { brandVariables } from "#app/lib/domain/brand.ts";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/manifest";

const ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
];

/** The web app manifest, for adding the site to a phone's home screen (W3C Web App Manifest). */
export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  server.report({ keep: true });
  const what = "the settings for the manifest could not be read";
  const settings = mergeSettings(await readInWords(server, what, readSettings));
  const manifest = {
    name: settings.company_name,
    short_name: settings.company_name.split(" ")[0],
    description: settings.site_description,
    lang: "en-US",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#fbfaf6",
    theme_color: brandVariables(settings)["--brand"] ?? "#1f6e4d",
    icons: settings.favicon_url ? [{ src: settings.favicon_url, sizes: "any" }] : ICONS,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json" },
  });
}
