/** What a browser says of a page that is not ours, a sibling's below the same domain included. */
const OTHERS: readonly (string | null)[] = ["cross-site", "same-site"];

/**
 * Whether a browser marks a request as another site's (Fetch Metadata). A page can neither set nor
 * leave out the header, and unlike Origin it comes along when the page's policy hides where it is.
 * Programs that are no browsers send none.
 */
export const isFromOtherSite = (headers: Headers): boolean =>
  OTHERS.includes(headers.get("sec-fetch-site"));
