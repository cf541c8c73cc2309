import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type ServerContext, serverContext } from "#contract/render-context.ts";

const routes = Object.values(build.routes).filter((route) => route !== undefined);
const parents = new Set(routes.map(({ parentId }) => parentId));

function addressOf(route: (typeof routes)[number]): string {
  const parent = routes.find(({ id }) => id === route.parentId);
  return [parent && addressOf(parent), route.path].filter(Boolean).join("/");
}

const leaves = routes.filter(({ id }) => !parents.has(id));

/** The address of every page and file in the app, e.g. `/`, `/services`, `/robots.txt`. */
export const addresses: ReadonlySet<string> = new Set(
  leaves.map((route) => `/${addressOf(route)}`).filter((address) => !/[*:?]/.test(address)),
);

/** The address of every visitor page. */
export const sitePages: ReadonlySet<string> = new Set(
  leaves
    .filter(({ parentId }) => parentId === "routes/site/layout")
    .map((route) => `/${addressOf(route)}`),
);

/** The query parameters that a page uses (`query` in its handle), by address. */
export const queries: ReadonlyMap<string, readonly string[]> = new Map(
  leaves.flatMap((route) => {
    const { query } = (route.module.handle ?? {}) as { query?: readonly string[] };
    return query ? [[`/${addressOf(route)}`, query] as const] : [];
  }),
);

const handle = createRequestHandler(build, import.meta.env.MODE);

/**
 * Renders one request with React Router. It is built together with the app, so that loaders use the
 * same context object that is set here.
 */
export function render(request: Request, context: ServerContext): Promise<Response> {
  const provider = new RouterContextProvider();
  provider.set(serverContext, context);
  return handle(request, provider);
}
