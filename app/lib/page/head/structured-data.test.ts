import { expect, test } from "vitest";
import { mergeSettings, type Price } from "#app/content/index.ts";
import { offerCatalog, organization } from "./structured-data.ts";

/** The price specification of a row with these numbers and a rate text with a different price. */
const specified = (
  low: number | null,
  high: number | null,
  charged_per: Price["charged_per"],
  rate = "$7.00 per pallet",
) => {
  const row = { service_name: "Setup", rate, description: null, low, high, charged_per };
  const [offer] = offerCatalog([row], "").itemListElement as { priceSpecification: unknown }[];
  return offer?.priceSpecification;
};
const dollars = { "@type": "UnitPriceSpecification", priceCurrency: "USD" };

test.each([
  [2, 2, "cubic foot a month", { price: 2, unitText: "cubic foot per month" }],
  [1, 5, "order", { minPrice: 1, maxPrice: 5, unitText: "order" }],
  [0, 5, "package", { minPrice: 0, maxPrice: 5, unitText: "package" }],
  [0.4, 1, "further item", { minPrice: 0.4, maxPrice: 1, unitText: "additional item in an order" }],
  [20, 20, "month with returns", { price: 20, unitText: "month" }],
  [0, 0, "month", { price: 0, unitText: "month" }],
  [4, 4, "carton received", { price: 4, unitText: "carton received" }],
] as const)("from %d to %d for each %s, whatever the words say", (low, high, per, stated) => {
  expect(specified(low, high, per)).toEqual({ ...dollars, ...stated });
});

test("makes no offer of quotes and of items that can't be bought", () => {
  expect(specified(null, null, null)).toBeUndefined();
  expect(specified(0, 0, "month", "None")).toBeUndefined();
  expect(specified(0, 0, "month", "$0 per month")).toEqual({
    ...dollars,
    price: 0,
    unitText: "month",
  });
});

test("makes a local business of a company with street and city", () => {
  const settings = mergeSettings();
  expect(organization(settings, "")["@type"]).toBe("Organization");
  expect(organization(settings, "")).not.toHaveProperty("address");
  const address = { address_street: "12 Dock Street", address_city: "Portland" };
  expect(organization({ ...settings, ...address, address_region: "OR" }, "")).toMatchObject({
    "@type": "LocalBusiness",
    name: "Evergreen Fulfillment",
    address: {
      "@type": "PostalAddress",
      streetAddress: "12 Dock Street",
      addressLocality: "Portland",
      addressRegion: "OR",
    },
  });
});
