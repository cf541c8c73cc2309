import { contact } from "#app/content/pages/contact.ts";
import { home } from "#app/content/pages/home.ts";
import { pricing } from "#app/content/pages/pricing.ts";
import { services } from "#app/content/pages/services.ts";
import { sourcing } from "#app/content/pages/sourcing.ts";
import { whyUs } from "#app/content/pages/why-us.ts";
import type { Field, Page } from "./field.ts";

/**
 * Every editable text of the site: page_name > section_name > content_key (rules F-1 and P-3). The
 * content editor shows them in the order of the page files.
 */
export const catalogue = {
  home,
  services,
  sourcing,
  "why-us": whyUs,
  pricing,
  contact,
} satisfies Record<string, Page>;

export type Catalogue = typeof catalogue;
export type PageName = keyof Catalogue;

/** The content editor's tabs, in order (rule E-1). */
export const editorTabs: readonly { page: PageName; label: string }[] = [
  { page: "home", label: "Home Page" },
  { page: "services", label: "Services" },
  { page: "sourcing", label: "Sourcing" },
  { page: "why-us", label: "Why Us" },
  { page: "pricing", label: "Pricing" },
  { page: "contact", label: "Contact" },
];

/** Identifies a text: the columns that make a site_content row unique. */
export interface ContentPath {
  page_name: string;
  section_name: string;
  content_key: string;
}

/** Every editable field with its path, in catalogue order. */
export const catalogueFields: readonly (ContentPath & { field: Field })[] = Object.entries<Page>(
  catalogue,
).flatMap(([page_name, sections]) =>
  Object.entries(sections).flatMap(([section_name, fields]) =>
    Object.entries(fields).map(([content_key, field]) => ({
      page_name,
      section_name,
      content_key,
      field,
    })),
  ),
);
