import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { use, useState } from "react";
import { preload } from "react-dom";
import { Outlet } from "react-router";
import { NARROW, SIDEBAR } from "#app/admin-kit/shell/sidebar-state.ts";
import { KNOWN_ADMIN } from "#app/features/auth/known-admin.ts";
import { askRolesAgain, renewSession } from "#app/features/auth/queries.ts";
import { SessionProvider } from "#app/features/auth/session.tsx";
import { PROGRESS } from "#app/features/onboarding/stored-progress.ts";
import { createQueryClient } from "#app/lib/data/query-client.ts";
import { SET_KEY } from "#app/lib/data/sets/active-set.ts";
import { BrowserConfigTag } from "#app/lib/page/browser-config-tag.tsx";
import { NonceContext } from "#app/lib/page/nonce.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { keyOf } from "#app/lib/page/stored-value.ts";
import stylesheet from "#app/styles/admin.css?url";
import { Toaster } from "#app/ui/overlays/toast.tsx";
import { type BrowserConfig, serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/layout";
import { firstQuestions } from "./head-start/questions.server.ts";
import { type HeadStart, headStart } from "./head-start/script.ts";

export const handle: RouteHandle = {
  hydrate: true,
  cache: true,
  ownColors: true,
  opening: (data) => <HeadStartTag key="head-start" page={(data as LoaderData).headStart} />,
};

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const meta: Route.MetaFunction = () => [
  { title: "Admin" },
  { name: "robots", content: "noindex" },
];

/** The paths that work without a session. */
const OPEN = ["/admin/login", "/admin/confirm"];

interface LoaderData {
  config: BrowserConfig;
  headStart: HeadStart;
}

/** Only public data: the browser knows who is signed in. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<LoaderData> {
  const config = context.get(serverContext).browserConfig;
  const { pathname } = new URL(request.url);
  const headStart: HeadStart = {
    backend: config.supabaseUrl,
    publishableKey: config.publishableKey,
    guarded: !OPEN.includes(pathname.replace(/\/$/, "")),
    ...(await firstQuestions(pathname)),
    sidebar: SIDEBAR,
    narrow: NARROW,
    progressKey: keyOf(PROGRESS),
    adminKey: KNOWN_ADMIN,
    setKey: SET_KEY,
  };
  return { config, headStart };
}
/** The configuration comes with the document, so it is never reloaded. */
export const shouldRevalidate = () => false;

/** Shared by sign-in and every screen. The same bytes for everyone, so nothing personal in it. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  // Before the scripts, which would take all six connections.
  preload(stylesheet, { as: "style" });
  const [queryClient] = useState(() => createQueryClient(() => void renewSession(), askRolesAgain));
  return (
    <CSPProvider disableStyleElements>
      <BrowserConfigTag config={loaderData.config} />
      <noscript>
        <p className="bg-warning-soft px-4 py-3 font-medium text-warning">
          The admin needs JavaScript. Please turn it on.
        </p>
      </noscript>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Outlet />
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </CSPProvider>
  );
}

/** The inline script, only on the server: by hydration, the browser has already run it. */
const textOf = (page: HeadStart) =>
  import.meta.env.SSR ? `(${headStart})(${JSON.stringify(page).replaceAll("<", "\\u003c")})` : "";

/** First in the head, because a stylesheet before it would block it. */
function HeadStartTag({ page }: { page: HeadStart }) {
  const nonce = use(NonceContext);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, and JSON escaped for scripts
      dangerouslySetInnerHTML={{ __html: textOf(page) }}
    />
  );
}
