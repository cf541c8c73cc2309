import { expect, test } from "vitest";
import { parseRate } from "./rate.ts";

test.each([
  ["$2.00 per cubic foot per month", { price: 2, unitText: "cubic foot per month" }],
  ["$1.00-$5.00 per order", { minPrice: 1, maxPrice: 5, unitText: "order" }],
  ["$0.40 to $1.00 per item", { minPrice: 0.4, maxPrice: 1, unitText: "item" }],
  ["$20 per month, flat", { price: 20, unitText: "month" }],
  ["From $1,250.50 per container", { minPrice: 1250.5, unitText: "container" }],
  ["Up to $3", { maxPrice: 3 }],
  ["Quoted per bundle", undefined],
  ["Flat project fee per SKU", undefined],
  ["None", undefined],
  ["$5.00-$1.00 per order", undefined],
  ["$1, $2 or $3", undefined],
  ["$5k per launch", undefined],
])("%s", (rate, price) => {
  expect(parseRate(rate)).toEqual(price);
});
