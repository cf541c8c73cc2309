import { describe, expect, test } from "vitest";
import { defaultPricingItems, seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import type { ChargedPer, Price } from "#app/content/index.ts";
import { estimate, freeStorage, freeStorageFrom, isCounted, leadEstimate } from "./estimate.ts";
import { rangeText } from "./money.ts";
import type { Month } from "./month.ts";
import { month } from "./steps.ts";
import {
  estimateMessage,
  freeStorageText,
  lineText,
  monthText,
  noPostageText,
  rateText,
} from "./words.ts";

const at = (low: number | null, charged_per: ChargedPer | null, high = low) => ({
  service_name: charged_per ?? "quoted",
  low,
  high,
  charged_per,
});
const upTo = (up_to: number, price: ReturnType<typeof at>) => ({ ...price, up_to });
const PARCELS = [
  upTo(16, at(6, "parcel by weight")),
  upTo(8, at(3, "parcel by weight")),
  upTo(48, at(9, "parcel by weight")),
];
const FREE_BELOW_5 = [...PARCELS, upTo(4, at(0, "parcel by weight"))];
const totals = ({ month, order }: ReturnType<typeof estimate>) => [
  rangeText(month),
  rangeText(order),
];

describe("a month at the built-in rates", () => {
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
    expect(totals(estimate(defaultPricingItems, month(odd), 100))).toEqual([aMonth, anOrder]);
  });
});

/** What the page shows at first. */
const EXAMPLE = month({ cartons: 12, ounces: 8 });

describe("a month by the seeded rates", () => {
  const of = (odd: Partial<Month>) => estimate(seedPricingItems, { ...EXAMPLE, ...odd }, 100);

  test("line by line, with the rate that each line comes from, and what is not included", () => {
    const { lines, notIncluded } = of({});
    expect(
      lines.map((line) => [line.price.service_name, lineText(line, 100), rangeText(line)]),
    ).toEqual([
      ["Storage", "40 cubic feet, waived at 100+ orders", "$0.00"],
      ["Pick & Pack", "300 orders at $1.00 to $5.00", "$300.00 to $1,500.00"],
      ["Extra Items", "300 extra items at $0.40 to $1.00", "$120.00 to $300.00"],
      ["Returns", "$20.00 per month", "$20.00"],
      ["Receiving", "12 cartons at $3.50", "$42.00"],
      ["Packaging", "300 packages at $0.35 to $1.20", "$105.00 to $360.00"],
      ["Postage up to 8 oz", "300 labels at $4.40 to $5.60", "$1,320.00 to $1,680.00"],
    ]);
    expect(notIncluded.map(rateText)).toEqual([
      "Quoted per bundle, typically $0.75 to $3.00",
      "Flat project fee per SKU, typically $400.00 to $2,500.00",
    ]);
  });

  test.each<[string, Partial<Month>, string, string]>([
    ["mixed products", {}, "$1,907.00 to $3,902.00", "$6.36 to $13.01"],
    ["small products", { size: "small" }, "$1,907.00 to $2,267.00", "$6.36 to $7.56"],
    ["large products", { size: "large" }, "$3,542.00 to $3,902.00", "$11.81 to $13.01"],
    ["heavier parcels", { ounces: 8.1 }, "$2,297.00 to $4,682.00", "$7.66 to $15.61"],
    ["no cartons", { cartons: 0 }, "$1,865.00 to $3,860.00", "$6.22 to $12.87"],
  ])("%s", (_, odd, aMonth, anOrder) => {
    expect(totals(of(odd))).toEqual([aMonth, anOrder]);
  });

  test("names receiving and postage as not included when the month doesn't say", () => {
    const names = (figures: Month) =>
      estimate(seedPricingItems, figures, 100).notIncluded.map(({ service_name }) => service_name);
    const quoted = ["Kitting & Bundling", "Sourcing"];
    const postage = ["Postage up to 8 oz", "Postage up to 1 lb", "Postage up to 3 lb"];
    expect(names(month())).toEqual(["Receiving", ...postage, ...quoted]);
    expect(names(month({ cartons: 0, ounces: 48 }))).toEqual(quoted);
  });
});

test("says that postage is missing for parcels heavier than any listed one", () => {
  const heavy = month({ cartons: 1, ounces: 48.01 });
  const of = (prices: typeof seedPricingItems, figures: Month) => estimate(prices, figures, 100);
  const result = of(seedPricingItems, heavy);
  expect(noPostageText(result)).toBe("We don't list postage above 3 lb, so this total has none.");
  expect(estimateMessage(result, heavy, 100)).toMatch(
    /\nNot included: Kitting & Bundling, Sourcing, Postage above 3 lb\.$/,
  );
  const light = seedPricingItems.filter(({ up_to }) => up_to !== 16 && up_to !== 48);
  expect(noPostageText(of(light, heavy))).toMatch(/above 8 oz,/);
  for (const figures of [month(), month({ ounces: 48 })])
    expect(noPostageText(of(seedPricingItems, figures))).toBe("");
  expect(noPostageText(of(defaultPricingItems, heavy))).toBe("");
});

describe("free storage", () => {
  const small = { items: 1, cubic_feet: 200, returns: false } as const;
  const text = (
    odd: Partial<Month>,
    from: number | null = 100,
    prices: readonly Price[] = seedPricingItems,
  ) => {
    const storage = freeStorage(prices, month(odd), from);
    return storage && freeStorageText(storage);
  };

  test.each<[string, Partial<Month>, string | undefined]>([
    [
      "one order short",
      { orders: 99 },
      "Storage is free at 100+ orders: 1 more order per month saves $72.80 to $78.25.",
    ],
    [
      "five orders short, with much in stock",
      { ...small, orders: 95, size: "small" },
      "Storage is free at 100+ orders: 5 more orders per month save $393.25.",
    ],
    [
      "one order, for which more cost more",
      { orders: 1, items: 1, cubic_feet: 200 },
      "Storage is free at 100+ orders per month: 99 more orders per month than here.",
    ],
    [
      "enough orders",
      { orders: 100 },
      "Storage is free at 100+ orders. That saves you $80.00 per month.",
    ],
    ["nothing stored", { orders: 99, cubic_feet: 0 }, undefined],
  ])("%s", (_, odd, words) => {
    expect(text(odd)).toBe(words);
  });

  test("says what it saves at most where the low end costs nothing", () => {
    const prices = [at(0, "cubic foot a month", 2)];
    expect(text({ orders: 300 }, 100, prices)).toBe(
      "Storage is free at 100+ orders. That saves you $0.00 to $80.00 per month.",
    );
    expect(text({ orders: 300, cubic_feet: 0.001 }, 100, prices)).toBeUndefined();
  });

  test("says nothing where storage is never free, or has no price", () => {
    expect(text({ orders: 99 }, null)).toBeUndefined();
    expect(text({ orders: 99 }, 100, [])).toBeUndefined();
  });

  test("the saving is the difference of the two estimates, and never below zero", () => {
    for (const orders of [1, 60, 99, 100, 5_000])
      for (const size of [undefined, "small", "large"] as const) {
        const figures = month({ orders, cubic_feet: 90, ...(size && { size }) });
        const storage = freeStorage(seedPricingItems, figures, 100);
        expect(storage?.short).toBe(Math.max(0, 100 - orders));
        const at = Math.max(orders, 100);
        const { month: paid } = estimate(seedPricingItems, figures, null);
        const { month: free } = estimate(seedPricingItems, { ...figures, orders: at }, 100);
        const saved = [paid.low - free.low, paid.high - free.high].sort((a, b) => a - b);
        if ((saved[0] ?? 0) > 0) expect(Object.values(storage?.saves ?? {})).toEqual(saved);
        else expect(storage?.saves).toBeUndefined();
      }
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
    ["cartons received", [at(4, "carton received")], { cartons: 3 }, "$12.00"],
    ["half hours begun", [upTo(10, at(20, "half hour of receiving"))], { cartons: 21 }, "$60.00"],
    ["no half hour", [upTo(10, at(20, "half hour of receiving"))], { cartons: 0 }, "$0.00"],
    ["the lightest parcel that fits, whatever the order", PARCELS, { ounces: 9 }, "$1,800.00"],
    ["a parcel of just that weight", PARCELS, { ounces: 8 }, "$900.00"],
    ["free postage for light parcels", FREE_BELOW_5, { ounces: 4 }, "$0.00"],
    ["a parcel too heavy for free postage", FREE_BELOW_5, { ounces: 5 }, "$900.00"],
    ["a typical range of a quote", [at(400, "quote", 2_500)], {}, "$0.00"],
    ["a fee that size doesn't change", [at(1, "month", 5)], { size: "small" }, "$1.00 to $5.00"],
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
  expect(isCounted(at(0, "parcel by weight"))).toBe(true);
  for (const price of [at(0, "order"), at(null, "order"), at(1, null), at(1, "pallet" as never)])
    expect(isCounted(price)).toBe(false);
});

test("nothing is missing where a service is free, whatever the month says", () => {
  const quote = at(0, "quote");
  const free = [at(0, "carton received"), upTo(8, at(0, "parcel by weight"))];
  const { lines, notIncluded } = estimate([...free, quote], month(), null);
  expect([lines, notIncluded]).toEqual([[], [quote]]);
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
    "1,200 orders, 2 items per order, 40 cubic feet stored, with returns",
  );
  expect(monthText(month({ orders: 1, items: 1, cubic_feet: 1, returns: false }))).toBe(
    "1 order, 1 item per order, 1 cubic foot stored, without returns",
  );
  expect(monthText(month({ size: "large", cartons: 1, ounces: 1 }))).toBe(
    "300 orders, 2 items per order, large products, 40 cubic feet stored, with returns, 1 carton received, 1 ounce per package",
  );
});

test("an estimate as a message says every line, the sums, and what is left out", () => {
  const counted = [at(1, "order", 2), at(3, "cubic foot a month")];
  const said = (list: ReturnType<typeof at>[]) =>
    estimateMessage(estimate(list, month(), 100), month(), 100).split("\n");
  expect(said([...counted, at(null, null)])).toEqual([
    "Please send me this estimate.",
    "My numbers: 300 orders, 2 items per order, 40 cubic feet stored, with returns.",
    "- order: $300.00 to $600.00 (300 orders at $1.00 to $2.00)",
    "- cubic foot a month: $0.00 (40 cubic feet, waived at 100+ orders)",
    "Total: $300.00 to $600.00 per month, $1.00 to $2.00 per order.",
    "Not included: quoted.",
  ]);
  expect(said(counted)).toHaveLength(5);
});
