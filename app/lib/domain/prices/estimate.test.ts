import { describe, expect, test } from "vitest";
import { defaultPricingItems, seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import type { ChargedPer } from "#app/content/index.ts";
import {
  estimate,
  estimateMessage,
  freeStorageFrom,
  isCounted,
  leadEstimate,
  lineText,
  monthText,
} from "./estimate.ts";
import { rangeText } from "./money.ts";
import type { Month } from "./month.ts";
import { month } from "./steps.ts";

const at = (low: number | null, charged_per: ChargedPer | null, high = low) => ({
  service_name: charged_per ?? "quoted",
  low,
  high,
  charged_per,
});
const totals = ({ month, order }: ReturnType<typeof estimate>) => [
  rangeText(month),
  rangeText(order),
];

describe("a month at the seeded rates", () => {
  test.each<[string, Partial<Month>, string, string]>([
    ["the worked example", {}, "$440.00 to $1,820.00", "$1.47 to $6.07"],
    ["one item an order", { items: 1 }, "$320.00 to $1,520.00", "$1.07 to $5.07"],
    ["no returns", { returns: false }, "$420.00 to $1,800.00", "$1.40 to $6.00"],
    ["nothing stored", { cubic_feet: 0 }, "$440.00 to $1,820.00", "$1.47 to $6.07"],
    ["storage at 99 orders", { orders: 99 }, "$238.60 to $694.00", "$2.41 to $7.01"],
    ["storage at 100 orders", { orders: 100 }, "$160.00 to $620.00", "$1.60 to $6.20"],
    ["storage at 101 orders", { orders: 101 }, "$161.40 to $626.00", "$1.60 to $6.20"],
    [
      "one order",
      { orders: 1, items: 1, cubic_feet: 0, returns: false },
      "$1.00 to $5.00",
      "$1.00 to $5.00",
    ],
    ["items on average", { items: 1.5 }, "$380.00 to $1,670.00", "$1.27 to $5.57"],
    [
      "a part of a cubic foot",
      { orders: 10, items: 1, cubic_feet: 0.5, returns: false },
      "$11.00 to $51.00",
      "$1.10 to $5.10",
    ],
    ["thousands", { orders: 25_000, items: 3 }, "$45,020.00 to $175,020.00", "$1.80 to $7.00"],
    [
      "the most that may be asked",
      { orders: 1_000_000, items: 1_000, cubic_feet: 1_000_000 },
      "$400,600,020.00 to $1,004,000,020.00",
      "$400.60 to $1,004.00",
    ],
  ])("%s", (_, odd, aMonth, anOrder) => {
    expect(totals(estimate(seedPricingItems, month(odd), 100))).toEqual([aMonth, anOrder]);
    expect(totals(estimate(defaultPricingItems, month(odd), 100))).toEqual([aMonth, anOrder]);
  });

  test("line by line, with the rate that each line comes from, and what is not included", () => {
    const { lines, notIncluded } = estimate(seedPricingItems, month(), 100);
    expect(
      lines.map((line) => [line.price.service_name, lineText(line, 100), rangeText(line)]),
    ).toEqual([
      ["Storage", "40 cubic feet, waived at 100+ orders", "$0.00"],
      ["Pick & Pack", "300 orders at $1.00 to $5.00", "$300.00 to $1,500.00"],
      ["Extra Items", "300 extra items at $0.40 to $1.00", "$120.00 to $300.00"],
      ["Returns", "$20.00 a month", "$20.00"],
    ]);
    expect(notIncluded.map(({ service_name, rate }) => `${service_name}: ${rate}`)).toEqual([
      "Receiving: At cost, no markup",
      "Packaging: At cost, no markup",
      "Postage: At cost, no markup",
      "Kitting & Bundling: Quoted per bundle",
      "Sourcing: Flat project fee per SKU",
    ]);
  });
});

describe("price lists", () => {
  test.each([
    ["no rate at all", [], {}, "$0.00"],
    ["one rate, quoted", [at(null, null)], {}, "$0.00"],
    ["a flat month", [at(50, "month")], { returns: false }, "$50.00"],
    ["a package an order", [at(0.75, "package", 1.25)], {}, "$225.00 to $375.00"],
    ["what costs nothing", [at(0, "month")], {}, "$0.00"],
    ["free at the least", [at(0, "order", 1)], {}, "$0.00 to $300.00"],
    ["cartons, which nobody asked about", [at(4, "carton received")], {}, "$0.00"],
    [
      "cents that no binary fraction has",
      [at(0.1, "order"), at(0.2, "order")],
      { orders: 3 },
      "$0.90",
    ],
    ["two rates of a kind", [at(1, "order"), at(2, "order", 3)], {}, "$900.00 to $1,200.00"],
  ] as const)("%s", (_, prices, odd, aMonth) => {
    expect(rangeText(estimate(prices, month(odd), 100).month)).toBe(aMonth);
  });

  test("names prices without numbers, and those that don't apply", () => {
    const prices = [at(null, null), at(4, "carton received"), at(0, "month"), at(1, "order")];
    expect(estimate(prices, month(), 100).notIncluded).toEqual(prices.slice(0, 2));
  });

  test.each([
    [null, 1_000_000, "$80.00"],
    [1, 1, "$0.00"],
    [250, 249, "$80.00"],
    [250, 250, "$0.00"],
  ])("free storage from %s orders, with %s", (freeFrom, orders, aMonth) => {
    const { lines, month: total } = estimate(
      [at(2, "cubic foot a month")],
      month({ orders }),
      freeFrom,
    );
    expect(rangeText(total)).toBe(aMonth);
    expect(lines[0]?.waived).toBe(aMonth === "$0.00");
  });

  test.each([
    [at(1, "order"), { orders: 1 }, "1 order at $1.00"],
    [at(2, "cubic foot a month"), { cubic_feet: 1, orders: 5 }, "1 cubic foot at $2.00"],
    [
      at(2, "cubic foot a month"),
      { cubic_feet: 1_250.5, orders: 5 },
      "1,250.5 cubic feet at $2.00",
    ],
    [
      at(0.4, "further item", 1),
      { orders: 1_200, items: 1.25 },
      "300 extra items at $0.40 to $1.00",
    ],
    [at(1, "package"), { orders: 2 }, "2 packages at $1.00"],
  ])("the words of a line: %#", (price, odd, words) => {
    const [line] = estimate([price], month(odd), 100).lines;
    expect(line && lineText(line, 100)).toBe(words);
  });
});

test("counts only prices with a known unit", () => {
  expect(isCounted(at(1, "order"))).toBe(true);
  expect(isCounted(at(0, "order", 5))).toBe(true);
  for (const price of [at(0, "order"), at(null, "order"), at(1, null), at(1, "pallet" as never)])
    expect(isCounted(price)).toBe(false);
});

test("a price without one of its ends is quoted, and one of nothing has no line", () => {
  const list = [at(null, "order", 5), at(5, "order", null), at(0, "order"), at(1, "month")];
  const { lines, notIncluded } = estimate(list, month(), null);
  expect(notIncluded).toEqual(list.slice(0, 2));
  expect(lines.map(({ price }) => price)).toEqual(list.slice(3));
  const none = estimate([at(1, "cubic foot a month")], month({ cubic_feet: 0 }), null);
  expect([none.lines, none.notIncluded]).toEqual([[], []]);
});

test("storage is free from so many orders, or never", () => {
  const from = (free_storage_orders: string) => freeStorageFrom({ free_storage_orders });
  expect([from("100"), from("0"), from(""), from("many")]).toEqual([100, null, null, null]);
});

test("stores the month in dollars with a lead", () => {
  expect(leadEstimate(month(), { low: 44_000, high: 182_050 })).toEqual({
    ...month(),
    low: 440,
    high: 1820.5,
  });
});

test("a month in words, many and one of each", () => {
  expect(monthText(month({ orders: 1_200 }))).toBe(
    "1,200 orders, 2 items an order, 40 cubic feet stored, with returns",
  );
  expect(monthText(month({ orders: 1, items: 1, cubic_feet: 1, returns: false }))).toBe(
    "1 order, 1 item an order, 1 cubic foot stored, without returns",
  );
});

test("an estimate as a message says every line, the sums, and what is left out", () => {
  const counted = [at(1, "order", 2), at(3, "cubic foot a month")];
  const said = (list: ReturnType<typeof at>[]) =>
    estimateMessage(estimate(list, month(), 100), month(), 100).split("\n");
  expect(said([...counted, at(null, null)])).toEqual([
    "Please send me this estimate.",
    "My month: 300 orders, 2 items an order, 40 cubic feet stored, with returns.",
    "- order: $300.00 to $600.00 (300 orders at $1.00 to $2.00)",
    "- cubic foot a month: $0.00 (40 cubic feet, waived at 100+ orders)",
    "Together: $300.00 to $600.00 a month, $1.00 to $2.00 an order.",
    "Not included: quoted.",
  ]);
  expect(said(counted)).toHaveLength(5);
});
