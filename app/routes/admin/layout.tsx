import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Outlet } from "react-router";
import { renewSession } from "#app/features/auth/queries.ts";
import { SessionProvider } from "#app/features/auth/session.tsx";
import { createQueryClient } from "#app/lib/data/query-client.ts";
import { BrowserConfigTag } from "#app/lib/page/browser-config-tag.tsx";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import stylesheet from "#app/styles/admin.css?url";
import { Toaster } from "#app/ui/overlays/toast.tsx";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/layout";

export const handle: RouteHandle = { hydrate: true, cache: true };

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const meta: Route.MetaFunction = () => [
  { title: "Admin" },
  { name: "robots", content: "noindex" },
];

/** Only what every reader may know: who is signed in is the browser's business. */
export const loader = ({ context }: Route.LoaderArgs) => context.get(serverContext).browserConfig;
/** The configuration came with the document; no need to ask the server again. */
export const shouldRevalidate = () => false;

/** What sign-in and every screen share; the same bytes for everyone, so nothing of a person's in it. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const [queryClient] = useState(() => createQueryClient(() => void renewSession()));
  return (
    <CSPProvider disableStyleElements>
      <BrowserConfigTag config={loaderData} />
      <noscript>The admin needs JavaScript: please switch it on.</noscript>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Outlet />
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </CSPProvider>
  );
}
