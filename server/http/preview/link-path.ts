/** The address of a page through a link: the token, and the page's own path ("" or "/" is the home page). */
export const LINK_PATH = /^\/preview\/(?<token>[^/]+)(?<rest>\/.*)?$/;

const WITH_TOKEN = /^\/(?<what>preview|unsubscribe)\/(?<token>[^/]+)(?<rest>\/.*)?$/;

/** A path as a log may have it: who reads one can open no preview, and turn off nobody's emails. */
export const withoutToken = (path: string): string =>
  path.replace(
    WITH_TOKEN,
    (_, what: string, token: string, rest = "") => `/${what}/${token.slice(0, 4)}…${rest}`,
  );
