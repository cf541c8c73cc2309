import { type ComponentType, use } from "react";
import { Outlet } from "react-router";
import enhance from "#app/enhance/index.ts?worker&url";
import { loadAnalytics } from "#app/features/site_settings/site/analytics.server.ts";
import { asksConsent, CONSENT_BAR } from "#app/features/site_settings/site/analytics.ts";
import { loadYear } from "#app/features/site_settings/site/year.server.ts";
import { BrowserConfigTag } from "#app/lib/page/browser-config-tag.tsx";
import { NonceContext } from "#app/lib/page/nonce.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { Footer } from "#app/site-kit/footer.tsx";
import { Header } from "#app/site-kit/header.tsx";
import { type ServerContext, serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/layout";

export const handle: RouteHandle = { cache: true };

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [analytics, above, year] = await Promise.all([
    loadAnalytics(server),
    loadAbove(server),
    loadYear(server),
  ]);
  return { analytics, above, year, browserConfig: server.browserConfig };
}
/** All of it comes with the document. */
export const shouldRevalidate = () => false;

/** Announcements, header, page, footer. Each page's own stylesheet includes their styles. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const settings = useSettings();
  return (
    <>
      <BrowserConfigTag config={loaderData.browserConfig} />
      {/* app/enhance/analytics.ts reads it. */}
      <meta name="analytics" content={JSON.stringify(loaderData.analytics)} />
      <Above data={loaderData.above} />
      <Header settings={settings} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer
        settings={settings}
        year={loaderData.year}
        question={asksConsent(settings) ? CONSENT_BAR : undefined}
      />
      <PrefetchRules />
      <script type="module" src={enhance} fetchPriority="low" />
    </>
  );
}

/** A feature's part above every page: its site/above.tsx loads its own data and renders it. */
interface Part {
  load(server: ServerContext): Promise<unknown>;
  default: ComponentType<{ data: unknown }>;
}
const parts = Object.entries(
  import.meta.glob<Part>("../../features/*/site/above.tsx", { eager: true }),
);

/** The data of each part. */
const loadAbove = (server: ServerContext): Promise<unknown[]> =>
  Promise.all(parts.map(([, { load }]) => load(server)));

const Above = ({ data }: { data: readonly unknown[] }) =>
  parts.map(([file, { default: Show }], place) => <Show key={file} data={data[place]} />);

/** The admin does its own preloading. */
const LINKS = { and: [{ href_matches: "/*" }, { not: { href_matches: ["/admin", "/admin/*"] } }] };

/**
 * Lets the browser prefetch a page when the pointer approaches its link. The rules are inline: a
 * separate file would compete with the fonts on a first visit, which delays the largest text by one
 * round trip (0.15 s) on Lighthouse mobile.
 */
function PrefetchRules() {
  return (
    <script type="speculationrules" nonce={use(NonceContext)}>
      {JSON.stringify({ prefetch: [{ where: LINKS, eagerness: "moderate" }] })}
    </script>
  );
}
