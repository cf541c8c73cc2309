import { Outlet } from "react-router";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import stylesheet from "#app/styles/site.css?url";
import type { Route } from "./+types/layout";

export const handle: RouteHandle = { cache: true };

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export default function SiteLayout() {
  return <Outlet />;
}
