/** HTTP caching policies by name, so that no route builds the header itself. */
export const CACHE = {
  /** built files with a content hash in their name */
  immutable: "public, max-age=31536000, immutable",
  /** content pages: stored by the browser, revalidated on every request with a 304 */
  page: "public, max-age=0, must-revalidate",
  /** the same for a visitor who allowed analytics: no shared cache may give the page to anyone else */
  pagePrivate: "private, max-age=0, must-revalidate",
  /**
   * for a CDN (CDN-Cache-Control, RFC 9213), on pages that the server itself caches: one second, which is
   * within the delay allowed for a change
   */
  inFront: "max-age=1",
  /** the same with a CDN that is purged on changes; the limit bounds a missed purge */
  inFrontPurged: "max-age=600, stale-while-revalidate=60, stale-if-error=86400",
  /** files in public/ whose names never change */
  day: "public, max-age=86400",
  /** permanent redirects that staff manage: an hour, so that a mistake can be corrected */
  redirect: "public, max-age=3600",
  /** responses for one person or one moment */
  none: "no-store",
} as const;
