import { type ChargedPer, fixed, type Price, type Settings } from "#app/content/index.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { dialed } from "#app/lib/domain/contact-links.ts";
import { postalLines } from "#app/lib/domain/postal-address.ts";
import { parseRate } from "#app/lib/domain/prices/rate.ts";
import { iconAddress } from "./icons.ts";
import { sharePath } from "./share-images.ts";

/** A schema.org object as JSON-LD. */
export type Thing = { "@type": string } & Record<string, unknown>;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SOCIAL = ["facebook_url", "instagram_url", "linkedin_url", "twitter_url"] as const;

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;
const reference = (siteUrl: string) => ({ "@id": organizationId(siteUrl) });

/** Several objects in one data block. */
export const graph = (...things: Thing[]) => ({
  "@context": "https://schema.org",
  "@graph": things,
});

/** The company: a LocalBusiness once the settings have the street address it requires. */
export function organization(settings: Settings, siteUrl: string): Thing {
  const sameAs = SOCIAL.map((key) => settings[key]).filter(Boolean);
  const located = postalLines(settings).length > 0;
  return present({
    "@type": located ? "LocalBusiness" : "Organization",
    "@id": organizationId(siteUrl),
    name: settings.company_name,
    description: settings.site_description,
    url: `${siteUrl}/`,
    logo: new URL(
      settings.logo_url || iconAddress("/icon-512.png", settings),
      siteUrl || "http://localhost",
    ).href,
    email: settings.contact_email,
    telephone: dialed(settings.contact_phone),
    image: located && shareImageOf(settings, siteUrl),
    address: located && postalAddress(settings),
    sameAs: sameAs.length > 0 ? sameAs : "",
  });
}

/** Search engines ask for an image of a local business: what shared links show. */
const shareImageOf = ({ og_image_url }: Settings, siteUrl: string) =>
  new URL(og_image_url || sharePath("home"), siteUrl || "http://localhost").href;

const postalAddress = (settings: Settings): Thing =>
  present({
    "@type": "PostalAddress",
    streetAddress: settings.address_street.trim(),
    addressLocality: settings.address_city.trim(),
    addressRegion: settings.address_region.trim(),
    postalCode: settings.address_postal_code.trim(),
    addressCountry: settings.address_country.trim(),
  });

export const webSite = (settings: Settings, siteUrl: string): Thing => ({
  "@type": "WebSite",
  "@id": `${siteUrl}/#website`,
  name: settings.company_name,
  url: `${siteUrl}/`,
  inLanguage: "en-US",
  publisher: reference(siteUrl),
});

/** Home, then the page, with their names in the navigation. */
export function breadcrumb(path: string, siteUrl: string): Thing {
  const steps = fixed.navigation.filter(({ to }) => to === "/" || to === path);
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ to, label }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: siteUrl + to,
    })),
  };
}

/** The company's services for sellers, as a list. */
export const serviceList = (
  services: readonly { title: string; description: string }[],
  siteUrl: string,
): Thing => ({
  "@type": "ItemList",
  itemListElement: services.map(({ title, description }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: present({
      "@type": "Service",
      name: title,
      description,
      provider: reference(siteUrl),
    }),
  })),
});

/** The unit a price applies to, in a buyer's words. A quote, or what a carrier charges, is no offer. */
const UNIT_TEXT: Partial<Record<ChargedPer, string>> = {
  order: "order",
  "further item": "additional item in an order",
  package: "package",
  "cubic foot a month": "cubic foot per month",
  month: "month",
  "month with returns": "month",
  "carton received": "carton received",
  "half hour of receiving": "half hour of receiving",
};

/** A price as numbers; undefined if it is quote only or not for sale ("Order Minimum: None"). */
function unitPrice({ rate, low, high, charged_per }: Price & { rate: string }): Thing | undefined {
  const unitText = charged_per && UNIT_TEXT[charged_per];
  if (low === null || high === null || !unitText) return undefined;
  if (high === 0 && !parseRate(rate)) return undefined;
  return {
    "@type": "UnitPriceSpecification",
    priceCurrency: "USD",
    ...(low === high ? { price: low } : { minPrice: low, maxPrice: high }),
    unitText,
  };
}

type Offered = Price & { service_name: string; rate: string; description: string | null };

/** The price list's rows with numbers; "Quoted per bundle" is not an offer. */
export function offerCatalog(rows: readonly Offered[], siteUrl: string): Thing {
  const offers = rows.flatMap((row) => {
    const { service_name, description } = row;
    const priceSpecification = unitPrice(row);
    if (!priceSpecification) return [];
    const itemOffered = present({
      "@type": "Service",
      name: service_name,
      description,
      provider: reference(siteUrl),
    });
    return [
      {
        "@type": "Offer",
        itemOffered,
        priceSpecification,
      },
    ];
  });
  return {
    "@type": "OfferCatalog",
    name: fixed.pricingTable.caption,
    itemListElement: offers,
  };
}

export const faqPage = (questions: readonly { question: string; answer: string }[]): Thing => ({
  "@type": "FAQPage",
  mainEntity: questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});

/** Adds to the organization when people can be reached, in the office's local time. */
export const contactPoint = (settings: Settings, week: Week, siteUrl: string): Thing => ({
  "@type": "Organization",
  ...reference(siteUrl),
  contactPoint: present({
    "@type": "ContactPoint",
    contactType: "sales",
    email: settings.contact_email,
    telephone: dialed(settings.contact_phone),
    hoursAvailable: week.flatMap((spans, day) =>
      spans.map(({ from, to }) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: DAYS[day],
        opens: clock(from),
        closes: clock(Math.min(to, LAST_MINUTE)),
      })),
    ),
  }),
});

/** How search engines write a day's end; their times have no 24:00. */
const LAST_MINUTE = 24 * 60 - 1;

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Removes blank values, but keeps a price of 0. */
const present = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(([, value]) => value === 0 || Boolean(value)),
  ) as Thing;
