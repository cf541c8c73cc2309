import type { PageFacts } from "./facts.ts";
import { type Finding, finding } from "./finding.ts";

type Thing = Record<string, unknown>;

interface Required {
  /** what Google calls it, in a sentence */
  name: string;
  /** required values; "a.b" is inside a; "a|b" is either */
  needs: readonly string[];
  /** the field that most of it comes from */
  place?: string;
}

const setting = (key: string) => `site_settings/${key}`;

/**
 * The values that Google requires, by type.
 * @see https://developers.google.com/search/docs/appearance/structured-data/search-gallery
 */
const REQUIRED: Readonly<Record<string, Required>> = {
  Organization: { name: "the company", needs: ["name|@id"], place: setting("company_name") },
  LocalBusiness: {
    name: "the company",
    needs: ["name", "address"],
    place: setting("address_street"),
  },
  WebSite: { name: "the website", needs: ["name", "url"], place: setting("company_name") },
  BreadcrumbList: { name: "the page's position", needs: ["itemListElement"] },
  ListItem: { name: "a list's entry", needs: ["position", "name|item.name|url"] },
  FAQPage: { name: "the questions", needs: ["mainEntity"], place: "faq_items/" },
  Question: {
    name: "a question",
    needs: ["name", "acceptedAnswer.text"],
    place: "faq_items/",
  },
  Service: { name: "a service", needs: ["name"], place: "services/" },
  Product: { name: "a product", needs: ["name"] },
  Offer: {
    name: "a price",
    needs: [
      "price|priceSpecification.price|priceSpecification.minPrice",
      "priceCurrency|priceSpecification.priceCurrency",
    ],
    place: "pricing_items/",
  },
};

/** Google's required values in a page's structured data. */
export function checkData({ path, data }: PageFacts): Finding[] {
  const found = data.flatMap((text) => {
    try {
      return [...thingsIn(JSON.parse(text))].flatMap((thing) => lacking(thing, path));
    } catch {
      return [finding("data", "data", "A block of structured data can't be read.", path)];
    }
  });
  return found;
}

/** Every typed thing in a block, at any depth. */
function* thingsIn(value: unknown): Generator<Thing> {
  if (Array.isArray(value)) for (const one of value) yield* thingsIn(one);
  else if (typeof value === "object" && value !== null) {
    if ("@type" in value) yield value as Thing;
    for (const one of Object.values(value)) yield* thingsIn(one);
  }
}

function lacking(thing: Thing, path: string): Finding[] {
  const type = String(thing["@type"]);
  const rule = Object.hasOwn(REQUIRED, type) ? REQUIRED[type] : undefined;
  return (rule?.needs ?? [])
    .filter((need) => !need.split("|").some((way) => isGiven(at(thing, way))))
    .map((need) =>
      finding(
        "data",
        "data",
        `Structured data for ${rule?.name} is missing “${need.split("|")[0]}”.`,
        path,
        rule?.place,
      ),
    );
}

const at = (thing: unknown, way: string): unknown =>
  way
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null ? (value as Thing)[key] : undefined,
      thing,
    );

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && String(value).trim() !== "";
}
