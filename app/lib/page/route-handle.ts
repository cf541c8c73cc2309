import type { ReactNode } from "react";

/** What a route can declare in its `handle`; it applies to the page if any match declares it. */
export interface RouteHandle {
  /** React hydrates the whole document. Otherwise the page loads no framework script. */
  hydrate?: boolean;
  /** Everyone gets the same bytes, so the page cache may store them. */
  cache?: boolean;
  /** Query parameters that affect the page. A request with one of them is rendered and not cached. */
  query?: readonly string[];
  /** The page has its own colors; those of the settings are left out. */
  ownColors?: boolean;
  /** Comes first in the document's head, before any stylesheet. @param data the route's loader data */
  opening?: (data: unknown) => ReactNode;
}
