import { Outlet } from "react-router";
import { BrowserConfigTag } from "#app/lib/browser-config.tsx";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { serverContext } from "#app/lib/server-context.ts";
import stylesheet from "#app/styles/admin.css?url";
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

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <BrowserConfigTag config={loaderData} />
      <Outlet />
    </>
  );
}
