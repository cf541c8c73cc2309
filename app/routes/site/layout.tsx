import { Outlet, useRouteLoaderData } from "react-router";
import { Footer } from "#app/components/site/footer.tsx";
import { Header } from "#app/components/site/header.tsx";
import { PrefetchRules } from "#app/components/site/prefetch-rules.tsx";
import { mergeSettings } from "#app/content/index.ts";
import enhance from "#app/enhance/index.ts?worker&url";
import { loadAnalytics } from "#app/features/site_settings/analytics.server.ts";
import { AnalyticsTag } from "#app/features/site_settings/analytics-tag.tsx";
import { BrowserConfigTag } from "#app/lib/browser-config.tsx";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { serverContext } from "#app/lib/server-context.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import type { Route } from "./+types/layout";

export const handle: RouteHandle = { cache: true };

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  return { analytics: await loadAnalytics(server), browserConfig: server.browserConfig };
}
/** Both came with the document. */
export const shouldRevalidate = () => false;

/** Header, page, footer. Each page brings its own stylesheet, which has these in it. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const settings = useRouteLoaderData<typeof rootLoader>("root")?.settings ?? mergeSettings();
  return (
    <>
      <BrowserConfigTag config={loaderData.browserConfig} />
      <AnalyticsTag analytics={loaderData.analytics} />
      <Header settings={settings} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer settings={settings} />
      <PrefetchRules />
      <script type="module" src={enhance} async fetchPriority="low" />
    </>
  );
}
