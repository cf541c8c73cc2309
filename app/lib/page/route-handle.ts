/** What a route may say of itself in its `handle`; any match saying it counts for the page. */
export interface RouteHandle {
  /**
   * The page needs React in the browser: without it a page carries no framework script at all.
   * "late": it works before React is there, so words and fonts come first.
   */
  hydrate?: boolean | "late";
  /** Everyone gets the same bytes: the page cache may keep them. */
  cache?: boolean;
  /** Parameters of the query that the page answers: with one of them it is made anew, and not kept. */
  query?: readonly string[];
}
