import { expect, test } from "vitest";
import { offerCatalog } from "./structured-data.ts";

/** The price specification of a row with this rate. */
const price = (rate: string) => {
  const catalog = offerCatalog([{ service_name: "Setup", rate, description: null }], "");
  const [offer] = catalog.itemListElement as { priceSpecification: unknown }[];
  return offer?.priceSpecification;
};

test.each([
  ["$0", { price: 0 }],
  ["$0.00 per order", { price: 0, unitText: "order" }],
  ["$0-$5.00 per order", { minPrice: 0, maxPrice: 5, unitText: "order" }],
  ["$20 per month", { price: 20, unitText: "month" }],
])("%s states its price, nothing included", (rate, stated) => {
  expect(price(rate)).toEqual({
    "@type": "UnitPriceSpecification",
    priceCurrency: "USD",
    ...stated,
  });
});
