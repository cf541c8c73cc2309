import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useMatches } from "react-router";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import type { Route } from "./+types/root";

export function Layout({ children }: { children: ReactNode }) {
  const hydrates = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.hydrate);
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hydrates && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main>
      <title>Something went wrong</title>
      <h1>Something went wrong on our side</h1>
      <p>Please try again in a moment. (Error {status})</p>
      <p>
        <a href="/">Back to Home</a>
      </p>
    </main>
  );
}
