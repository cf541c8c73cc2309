import { expect, test } from "vitest";
import { mostNamed } from "./platform-chart.tsx";

const named = (...counts: [string, number][]) =>
  counts.map(([platform, count]) => ({ platform, count }));

test.each([
  [named(), undefined],
  [named(["Etsy", 2], ["Shopify", 1]), "Most common: Etsy, in 2 of 9 leads."],
  [
    named(["Etsy", 2], ["Shopify", 2], ["Other", 1]),
    "Most common: Etsy and Shopify, each in 2 of 9 leads.",
  ],
  [
    named(["Amazon", 1], ["Etsy", 1], ["Other", 1], ["Shopify", 1], ["WooCommerce", 1]),
    "Most common: Amazon, Etsy, Other, and 2 more, each in 1 of 9 leads.",
  ],
])("the platforms in one sentence: %j", (platforms, sentence) => {
  expect(mostNamed(platforms, 9)).toBe(sentence);
});
