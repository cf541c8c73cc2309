import type { ReactNode } from "react";

/** What a route may say of itself in its `handle`; any match saying it counts for the page. */
export interface RouteHandle {
  /** React takes the whole document over in the browser: without it a page brings no framework script. */
  hydrate?: boolean;
  /** Everyone gets the same bytes: the page cache may keep them. */
  cache?: boolean;
  /** Parameters of the query that the page answers: with one of them it is made again, and not kept. */
  query?: readonly string[];
  /** Its colors are its own: those of the settings are left out. */
  ownColors?: boolean;
  /** What stands first in the document's head, before any stylesheet. @param data what the route's loader gave */
  opening?: (data: unknown) => ReactNode;
}
