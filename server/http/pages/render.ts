import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type ServerContext, serverContext } from "#contract/render-context.ts";

const routes = Object.values(build.routes).filter((route) => route !== undefined);
type Route = (typeof routes)[number];
const parents = new Set(routes.map(({ parentId }) => parentId));

/** A route after the routes that it is in. */
function pathTo(route: Route): Route[] {
  const parent = routes.find(({ id }) => id === route.parentId);
  return [...(parent ? pathTo(parent) : []), route];
}

const addressOf = (route: Route) =>
  `/${pathTo(route)
    .flatMap(({ path }) => path || [])
    .join("/")}`;

const leaves = routes.filter(({ id }) => !parents.has(id));
const siteLeaves = leaves.filter(({ parentId }) => parentId === "routes/site/layout");

/** The address of every page and file in the app, e.g. `/`, `/services`, `/robots.txt`. */
export const addresses: ReadonlySet<string> = new Set(
  leaves.map(addressOf).filter((address) => !/[*:?]/.test(address)),
);

/** The address of every visitor page. */
export const sitePages: ReadonlySet<string> = new Set(siteLeaves.map(addressOf));

/** The query parameters that a page uses (`query` in its handle), by address. */
export const queries: ReadonlyMap<string, readonly string[]> = new Map(
  leaves.flatMap((route) => {
    const { query } = (route.module.handle ?? {}) as { query?: readonly string[] };
    return query ? [[addressOf(route), query] as const] : [];
  }),
);

const handlerOf = (part: typeof build) => createRequestHandler(part, import.meta.env.MODE);
const handle = handlerOf(build);

/** By address. For each render, React Router goes through all routes it knows, so a visitor page has its own. */
const siteHandlers = new Map(
  siteLeaves.map((leaf) => {
    const ids = new Set(pathTo(leaf).map(({ id }) => id));
    const own = <T>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
    const assets = { ...build.assets, routes: own(build.assets.routes) };
    return [addressOf(leaf), handlerOf({ ...build, assets, routes: own(build.routes) })];
  }),
);

/**
 * Renders one request with React Router. It is built together with the app, so that loaders use the
 * same context object that is set here.
 */
export function render(request: Request, context: ServerContext): Promise<Response> {
  const provider = new RouterContextProvider();
  provider.set(serverContext, context);
  const handlePage = siteHandlers.get(new URL(request.url).pathname) ?? handle;
  return handlePage(request, provider);
}
