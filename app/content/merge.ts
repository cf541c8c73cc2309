import { type Catalogue, type ContentPath, catalogue, type PageName } from "./catalogue.ts";
import type { Page } from "./field.ts";

/** The columns of site_content that hold visitor-facing text. */
export interface ContentRow extends ContentPath {
  content_value: string;
}

/** A page's texts: `content.hero.title` is a string for exactly the catalogue's keys. */
export type Content<P extends PageName> = {
  [S in keyof Catalogue[P]]: { [K in keyof Catalogue[P][S]]: string };
};

/**
 * Merges a page's stored texts over its defaults, in catalogue order. A missing row means the
 * default. A blank value stays blank, because staff removed the text. Rows of other pages and
 * unknown keys are ignored.
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
