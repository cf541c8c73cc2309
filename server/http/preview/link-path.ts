/** A preview link's path: the token, then the page's own path ("" or "/" is the home page). */
export const LINK_PATH = /^\/preview\/(?<token>[^/]+)(?<rest>\/.*)?$/;

const WITH_TOKEN = /^\/(?<what>preview|unsubscribe)\/(?<token>[^/]+)(?<rest>\/.*)?$/;

/** Redacts tokens for logs, so that log readers can't open previews or turn off anyone's emails. */
export const withoutToken = (path: string): string =>
  path.replace(
    WITH_TOKEN,
    (_, what: string, token: string, rest = "") => `/${what}/${token.slice(0, 4)}…${rest}`,
  );
