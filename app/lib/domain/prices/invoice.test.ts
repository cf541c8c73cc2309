import { expect, test } from "vitest";
import { defaultPricingItems, seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import type { Price } from "#app/content/index.ts";
import { estimate } from "./estimate.ts";
import { sampleInvoice } from "./invoice.ts";
import { cents, money } from "./money.ts";
import type { Month } from "./month.ts";

const MONTH: Month = {
  orders: 300,
  items: 2,
  cubic_feet: 40,
  returns: true,
  cartons: 12,
  ounces: 8,
};
const bill = (month: Partial<Month>, freeFrom: number | null = 100, prices = seedPricingItems) =>
  sampleInvoice(prices, { ...MONTH, ...month }, freeFrom);
const rows = ({ lines }: ReturnType<typeof bill>) =>
  lines.map(({ price, quantity, rate, amount }) => [price.service_name, quantity, rate, amount]);

test("the sample month by the seeded prices, line by line", () => {
  const invoice = bill({});
  expect(rows(invoice)).toEqual([
    ["Storage", 40, 200, 8000],
    ["Storage", 40, 200, -8000],
    ["Pick & Pack", 240, 100, 24000],
    ["Pick & Pack", 60, 500, 30000],
    ["Extra Items", 240, 40, 9600],
    ["Extra Items", 60, 100, 6000],
    ["Returns", 1, 2000, 2000],
    ["Receiving", 12, 350, 4200],
    ["Packaging", 240, 35, 8400],
    ["Packaging", 60, 120, 7200],
    ["Postage up to 8 oz", 240, 440, 105600],
    ["Postage up to 8 oz", 60, 560, 33600],
  ]);
  expect(invoice.total).toBe(230600);
  expect(invoice.notIncluded.map(({ service_name }) => service_name)).toEqual([
    "Kitting & Bundling",
    "Sourcing",
  ]);
});

test("storage is billed below the orders that waive it, and taken off again from there", () => {
  const storage = (orders: number, freeFrom: number | null = 100) =>
    rows(bill({ orders }, freeFrom)).filter(([name]) => name === "Storage");
  expect(storage(99)).toEqual([["Storage", 40, 200, 8000]]);
  expect(storage(100)).toHaveLength(2);
  expect(storage(100_000, null)).toHaveLength(1);
});

test("takes nothing off for storage that costs nothing at its low end", () => {
  const storage: Price = { low: 0, high: 2, charged_per: "cubic foot a month" };
  const { lines } = sampleInvoice([storage], MONTH, 100);
  expect(lines.map(({ amount }) => money(amount))).toEqual([
    ...["$0.00", "$16.00"],
    ...["$0.00", "-$16.00"],
  ]);
});

const ONE = { orders: 1, items: 1, cubic_feet: 0, returns: false };

test("one of something is counted at the high end, and what a month has none of has no line", () => {
  expect(rows(bill({ ...ONE, cartons: 0 }, 100, defaultPricingItems))).toEqual([
    ["Pick & Pack", 1, 500, 500],
  ]);
});

const MONTHS = [1, 7, 99, 100, 1_000_000].flatMap((orders) =>
  [1, 1.35, 2, 1000].flatMap((items) =>
    [0, 0.5, 33.33].map(
      (cubic_feet): Month => ({
        orders,
        items,
        cubic_feet,
        returns: orders > 7,
        ...(items > 1 && { size: items === 2 ? "small" : "large" }),
        ...(cubic_feet > 0 && { cartons: orders, ounces: 20 * cubic_feet }),
      }),
    ),
  ),
);
const monthly: Price = { low: 10, high: 30, charged_per: "month" };

test.each<[string, readonly Price[]]>([
  ["the seeded list", seedPricingItems],
  ["a list with a range a month", [...seedPricingItems, monthly]],
])("by %s each rate is the list's, and the total within the estimate", (_, prices) => {
  for (const month of MONTHS) {
    const { lines, total } = sampleInvoice(prices, month, 100);
    const ends = ({ low, high }: Price) => [cents(low ?? -1), cents(high ?? -1)];
    expect(lines.filter(({ price, rate }) => !ends(price).includes(rate))).toEqual([]);
    const { month: range } = estimate(prices, month, 100);
    expect(total).toBeGreaterThanOrEqual(range.low);
    expect(total).toBeLessThanOrEqual(range.high);
  }
});
