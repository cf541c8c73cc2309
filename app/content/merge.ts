import { type Catalogue, type ContentPath, catalogue, type PageName } from "./catalogue.ts";
import type { Page } from "./field.ts";

/** The columns of site_content that say what a visitor reads. */
export interface ContentRow extends ContentPath {
  content_value: string;
}

/** A page's texts: `content.hero.title` is a string for exactly the keys that the catalogue has. */
export type Content<P extends PageName> = {
  [S in keyof Catalogue[P]]: { [K in keyof Catalogue[P][S]]: string };
};

/**
 * Lays the stored texts of a page over its defaults, in the catalogue's order.
 * A missing row means the default; a blank value stays blank, because staff took the text away;
 * rows of other pages and keys that the catalogue does not know are left out.
 */
export function mergeContent<P extends PageName>(
  page: P,
  rows: readonly ContentRow[] = [],
): Content<P> {
  const stored = new Map(
    rows
      .filter((row) => row.page_name === page)
      .map((row) => [`${row.section_name}.${row.content_key}`, row.content_value]),
  );
  const sections = Object.entries<Page[string]>(catalogue[page]).map(([section, fields]) => [
    section,
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [
        key,
        stored.get(`${section}.${key}`) ?? field.value,
      ]),
    ),
  ]);
  return Object.fromEntries(sections);
}
