import type { Settings } from "#app/content/index.ts";
import { siteSettings } from "#app/features/site_settings/site/settings.ts";
import { brandVariables } from "#app/lib/domain/brand.ts";
import { ICONS, iconAddress } from "#app/lib/page/head/icons.ts";
import { shortName } from "#app/lib/text/short-name.ts";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/manifest";

const SHOWN = ["/icon-192.png", "/icon-512.png", "/icon-maskable.png"] as const;

const icons = (settings: Settings) =>
  SHOWN.map((path) => {
    const { size, shape } = ICONS[path];
    return {
      src: iconAddress(path, settings),
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: shape === "maskable" ? shape : "any",
    };
  });

/** The web app manifest, for adding the site to a phone's home screen (W3C Web App Manifest). */
export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  server.report({ keep: true });
  const settings = await siteSettings(server);
  const manifest = {
    name: settings.company_name,
    short_name: shortName(settings.company_name),
    description: settings.site_description,
    lang: "en-US",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#fbfaf6",
    theme_color: brandVariables(settings)["--brand"] ?? "#1f6e4d",
    icons: settings.favicon_url ? [{ src: settings.favicon_url, sizes: "any" }] : icons(settings),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json" },
  });
}
