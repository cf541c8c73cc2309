/** What a route may say of itself in its `handle`; any match saying it counts for the page. */
export interface RouteHandle {
  /** The page needs React in the browser: without it a page carries no framework script at all. */
  hydrate?: boolean;
  /** Everyone gets the same bytes: the page cache may keep them. */
  cache?: boolean;
}
