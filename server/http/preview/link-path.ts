/** The address of a page through a link: the token, and the page's own path ("" or "/" is the home page). */
export const LINK_PATH = /^\/preview\/(?<token>[^/]+)(?<rest>\/.*)?$/;

/** A path as a log may have it: who reads one can open no preview. */
export const withoutToken = (path: string): string =>
  path.replace(LINK_PATH, (_, token: string, rest = "") => `/preview/${token.slice(0, 4)}…${rest}`);
