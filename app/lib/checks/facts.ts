/** A part of a page, with the addresses of the fields that it shows (content/places.ts). */
interface Part {
  places: readonly string[];
}

export interface HeadingFact extends Part {
  level: number;
  text: string;
}

export interface ImageFact extends Part {
  src: string;
  /** undefined: it has no alt text, not even a blank one */
  alt: string | undefined;
  /** bytes; undefined: unknown */
  bytes?: number | undefined;
}

export interface LinkFact extends Part {
  /** what a screen reader says */
  text: string;
  /** the resolved address */
  href: string;
}

/** How large a share image is; undefined: it couldn't be loaded. */
export type ImageSize = { width: number; height: number } | undefined;

/** What is known about a public page. */
export interface PageFacts {
  /** "/pricing" */
  path: string;
  title: string;
  description: string;
  canonical: string;
  /** that a robots tag or header keeps it out of search results */
  isHidden: boolean;
  shareImage: string;
  /** blocks of structured data, as text */
  data: readonly string[];
  headings: readonly HeadingFact[];
  images: readonly ImageFact[];
  links: readonly LinkFact[];
  /** the names that a link's #part may have */
  ids: ReadonlySet<string>;
  /** bytes of the page with its styles, scripts and images; undefined: not measured */
  weight?: number | undefined;
}

/** What is known about the site, besides its pages. */
export interface SiteFacts {
  /** the public origin: "https://site.test" */
  origin: string;
  /** other origins that are this site, such as that of the admin */
  aliases: readonly string[];
  /** paths in the sitemap */
  sitemap: readonly string[];
  /** whether robots.txt forbids a path */
  forbids: (path: string) => boolean;
  /** the sizes of share images by address */
  sizes: ReadonlyMap<string, ImageSize>;
  /** the status of own addresses outside the checked pages, by path; 0: no answer */
  statuses: ReadonlyMap<string, number>;
}
