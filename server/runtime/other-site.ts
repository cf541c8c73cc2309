/** What a browser sends for a page that is not ours, including a sibling subdomain. */
const OTHERS: readonly (string | null)[] = ["cross-site", "same-site"];

/**
 * Whether a browser marks a request as coming from another site (Fetch Metadata). A page can
 * neither set nor omit the header, and unlike Origin it is sent even when the page's policy hides
 * its origin. Clients other than browsers send none.
 */
export const isFromOtherSite = (headers: Headers): boolean =>
  OTHERS.includes(headers.get("sec-fetch-site"));
