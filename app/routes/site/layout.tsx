import { Outlet, useRouteLoaderData } from "react-router";
import { Footer } from "#app/components/site/footer.tsx";
import { Header } from "#app/components/site/header.tsx";
import { mergeSettings } from "#app/content/index.ts";
import enhance from "#app/enhance/index.ts?worker&url";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import type { loader } from "#app/root.tsx";
import stylesheet from "#app/styles/site.css?inline";

export const handle: RouteHandle = { cache: true };

/** The browser fetches the next page while the pointer is still on its way (public/). */
export const headers = () => ({ "Speculation-Rules": '"/prefetch.speculationrules"' });

/**
 * Header, page, footer. The stylesheet travels inside the page: it is smaller than the round trip
 * it would cost. In the browser React finds it there and does not look at its text.
 */
export default function SiteLayout() {
  const settings = useRouteLoaderData<typeof loader>("root")?.settings ?? mergeSettings();
  return (
    <>
      <style href="site" precedence="default">
        {import.meta.env.SSR ? stylesheet : ""}
      </style>
      <Header settings={settings} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer settings={settings} />
      <script type="module" src={enhance} async />
    </>
  );
}
