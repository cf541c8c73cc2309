import { fixed, type Settings } from "#app/content/index.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { parseRate } from "#app/lib/domain/prices/rate.ts";

/** A thing of schema.org, as JSON-LD. */
export type Thing = { "@type": string } & Record<string, unknown>;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SOCIAL = ["facebook_url", "instagram_url", "linkedin_url", "twitter_url"] as const;

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;
const reference = (siteUrl: string) => ({ "@id": organizationId(siteUrl) });

/** Several things in one data block. */
export const graph = (...things: Thing[]) => ({
  "@context": "https://schema.org",
  "@graph": things,
});

/**
 * The company. Not a LocalBusiness, which has to have a street address, and the settings have none.
 */
export function organization(settings: Settings, siteUrl: string): Thing {
  const sameAs = SOCIAL.map((key) => settings[key]).filter(Boolean);
  return present({
    "@type": "Organization",
    "@id": organizationId(siteUrl),
    name: settings.company_name,
    description: settings.site_description,
    url: `${siteUrl}/`,
    logo: new URL(settings.logo_url || "/icon-512.png", siteUrl || "http://localhost").href,
    email: settings.contact_email,
    telephone: settings.contact_phone,
    sameAs: sameAs.length > 0 ? sameAs : "",
  });
}

export const webSite = (settings: Settings, siteUrl: string): Thing => ({
  "@type": "WebSite",
  "@id": `${siteUrl}/#website`,
  name: settings.company_name,
  url: `${siteUrl}/`,
  inLanguage: "en-US",
  publisher: reference(siteUrl),
});

/** Home, then the page, by the names that the navigation gives them. */
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

/** What the company does for sellers, as a list of services. */
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

/** The rows of the price list that state a price; "Quoted per bundle" is no offer to anyone. */
export function offerCatalog(
  rows: readonly { service_name: string; rate: string; description: string | null }[],
  siteUrl: string,
): Thing {
  const offers = rows.flatMap(({ service_name, rate, description }) => {
    const price = parseRate(rate);
    if (!price) return [];
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
        priceSpecification: present({
          "@type": "UnitPriceSpecification",
          priceCurrency: "USD",
          ...price,
        }),
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

/** Adds to the organization when its people can be reached; times are the office's own. */
export const contactPoint = (settings: Settings, week: Week, siteUrl: string): Thing => ({
  "@type": "Organization",
  ...reference(siteUrl),
  contactPoint: present({
    "@type": "ContactPoint",
    contactType: "sales",
    email: settings.contact_email,
    telephone: settings.contact_phone,
    hoursAvailable: week.flatMap((spans, day) =>
      spans.map(({ from, to }) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: DAYS[day],
        opens: clock(from),
        closes: clock(to),
      })),
    ),
  }),
});

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Leaves out what is blank; a price of nothing is a price. */
const present = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(([, value]) => value === 0 || Boolean(value)),
  ) as Thing;
