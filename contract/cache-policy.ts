/** HTTP caching policy by name, so that no route spells a header. */
export const CACHE = {
  /** built files whose name carries their hash */
  immutable: "public, max-age=31536000, immutable",
  /** content pages: kept by the browser, asked again each time, answered by 304 */
  page: "public, max-age=0, must-revalidate",
  /**
   * for caches in front of the server (CDN-Cache-Control, RFC 9213), on pages that the server itself keeps:
   * for a second, which a change may take anyway
   */
  inFront: "max-age=1",
  /** the same where the cache is purged; an hour without a word would be too long */
  inFrontTold: "max-age=600, stale-while-revalidate=60, stale-if-error=86400",
  /** files of public/ whose name never changes */
  day: "public, max-age=86400",
  /** answers for one person or one moment */
  none: "no-store",
} as const;
