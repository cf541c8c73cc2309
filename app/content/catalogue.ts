import { contact } from "./contact.ts";
import type { Page } from "./field.ts";
import { home } from "./home.ts";
import { pricing } from "./pricing.ts";
import { services } from "./services.ts";
import { sourcing } from "./sourcing.ts";
import { whyUs } from "./why-us.ts";

/**
 * Every editable text of the site: page_name > section_name > content_key (spec sections 2 and 3).
 * The order written in the page files is the order the content editor shows.
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

/** The content editor's tabs, in order (spec section 2). */
export const editorTabs: readonly { page: PageName; label: string }[] = [
  { page: "home", label: "Home Page" },
  { page: "services", label: "Services" },
  { page: "sourcing", label: "Sourcing" },
  { page: "why-us", label: "Why Us" },
  { page: "pricing", label: "Pricing" },
  { page: "contact", label: "Contact" },
];
