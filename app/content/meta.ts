import type { PageName } from "./catalogue.ts";
import { navigation, notFound } from "./names.ts";
import type { Settings } from "./settings.ts";

export type MetaPage = PageName | "faqs" | "not-found";
/** Every page that search engines may index. */
export type PublicPage = Exclude<MetaPage, "not-found">;
export interface PageMeta {
  title: string;
  description: string;
}

/** Titles have 50-60 characters with " | Evergreen Fulfillment" added; descriptions 120-155. */
const pages: Record<Exclude<MetaPage, "home">, PageMeta> = {
  services: {
    title: "Pick, Pack, Storage and Returns",
    description:
      "Pick and pack, storage, returns, kitting and sourcing for short-video sellers. Six steps from our dock to the doorstep, shipped within 24-48 hours.",
  },
  sourcing: {
    title: "Product Sourcing for Sellers",
    description:
      "Find, sample and import your next product for a flat project fee per SKU. Local in 2-4 weeks, overseas in stock 4-6 weeks, custom in 10-16+ weeks.",
  },
  pricing: {
    title: "3PL Pricing: Rates on One Page",
    description:
      "Storage, pick and pack, extra items, returns: what a 3PL costs, with typical postage and an estimate of your own monthly cost.",
  },
  "why-us": {
    title: "Why Short-Video Sellers Choose Us",
    description:
      "70,000+ orders in 12 months, 24-48 hour fulfillment, 99.8% accuracy and no hidden fees, from a 3PL that plans for the day a video takes off.",
  },
  faqs: {
    title: "Fulfillment Questions, Answered",
    description:
      "How fast orders ship, what they cost, how a viral spike is handled, and how returns, bundles and creator samples work. Straight answers for sellers.",
  },
  contact: {
    title: "Talk to Us or Schedule a Call",
    description:
      "Tell us what you sell and how your orders arrive. Send a message or schedule an onboarding call. Onboarding takes about 1-2 weeks from there.",
  },
  "not-found": {
    title: notFound.title,
    description: notFound.message,
  },
};

/** A page's title and description. The home page's come from the settings. */
export function pageMeta(
  page: MetaPage,
  settings: Pick<Settings, "site_title" | "site_description" | "company_name">,
): PageMeta {
  if (page === "home")
    return {
      title: settings.site_title.trim() || pageName(page, settings),
      description: settings.site_description.trim(),
    };
  const { title, description } = pages[page];
  const company = settings.company_name.trim();
  return { title: company ? `${title} | ${company}` : title, description };
}

/** A page's name when staff left its headline blank. Never blank. */
export function pageName(
  page: PublicPage,
  settings: Pick<Settings, "site_title" | "company_name">,
): string {
  const label = navigation.find(({ to }) => to === pagePath(page))?.label ?? page;
  if (page !== "home") return label;
  return settings.company_name.trim() || settings.site_title.trim() || label;
}

export const publicPages: readonly PublicPage[] = [
  "home",
  "services",
  "sourcing",
  "pricing",
  "why-us",
  "faqs",
  "contact",
];

/** A page's path: "/pricing"; the home page is "/". */
export const pagePath = (page: PublicPage) => (page === "home" ? "/" : `/${page}`);
