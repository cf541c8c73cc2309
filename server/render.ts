import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type ServerContext, serverContext } from "#app/lib/server-context.ts";

const handle = createRequestHandler(build, import.meta.env.MODE);

/**
 * Renders one request with React Router. Built together with the app, so that the context object
 * that loaders ask for is the very one set here.
 */
export function render(request: Request, context: ServerContext): Promise<Response> {
  const provider = new RouterContextProvider();
  provider.set(serverContext, context);
  return handle(request, provider);
}
