import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useMatches } from "react-router";
import { addressed } from "#app/content/places.ts";
import { mergeSettings } from "#app/content/settings.ts";
import { siteSettings } from "#app/features/site_settings/site/settings.ts";
import { brandVariables } from "#app/lib/domain/brand.ts";
import { type IconPath, iconAddress } from "#app/lib/page/head/icons.ts";
import { readPicture } from "#app/lib/page/picture.server.ts";
import { type RootData, useRootData } from "#app/lib/page/root-data.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/root";

/** Every page's data: the company's settings, over the defaults. */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const server = context.get(serverContext);
  const settings = await siteSettings(server);
  const logo = settings.logo_url ? await readPicture(server, settings.logo_url) : null;
  const data = { settings, logo, siteUrl: server.siteUrl };
  if (!server.preview) return data;
  addressed(settings, "site_settings/");
  return { ...data, preview: true };
}
/** It comes with the document. A screen that changes settings keeps its own copy. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches().map(({ handle = {}, loaderData }) => ({
    handle: handle as RouteHandle,
    loaderData,
  }));
  const hydrates = matches.some(({ handle }) => handle.hydrate);
  const settings = useRootData()?.settings ?? mergeSettings();
  const hasOwnColors = matches.some(({ handle }) => handle.ownColors);
  const brand = brandVariables(settings);
  const color = brand["--brand"] ?? "#1f6e4d";
  const icon = (path: IconPath) => settings.favicon_url || iconAddress(path, settings);
  return (
    <html lang="en-US" style={hasOwnColors ? undefined : brand}>
      <head>
        {matches.map(({ handle, loaderData }) => handle.opening?.(loaderData))}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={color} />
        <link rel="icon" href={icon("/icon-96.png")} />
        <link rel="apple-touch-icon" href={icon("/apple-touch-icon.png")} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hydrates && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main>
      <title>Something went wrong</title>
      <h1>Something went wrong on our end</h1>
      <p>Please try again in a moment. (Error {status})</p>
      <p>
        <a href="/">Back to Home</a>
      </p>
    </main>
  );
}
