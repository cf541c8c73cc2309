/** HTTP caching policy by name, so that no route spells a header. */
export const CACHE = {
  /** built files whose name carries their hash */
  immutable: "public, max-age=31536000, immutable",
  /** content pages: kept by the browser, asked again each time, answered by 304 */
  page: "public, max-age=0, must-revalidate",
  /** files of public/ whose name never changes */
  day: "public, max-age=86400",
  /** answers for one person or one moment */
  none: "no-store",
} as const;
