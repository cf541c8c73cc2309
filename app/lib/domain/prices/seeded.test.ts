import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultPricingItems, seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import type { Price } from "#app/content/index.ts";
import { freeStorageFrom } from "./estimate.ts";
import { cents } from "./money.ts";
import { parseRate, RATE_AMOUNTS } from "./rate.ts";

type Row = Price & { service_name: string; rate: string };

/** What a text calls each price that it may repeat. */
const CALLED: Record<string, RegExp> = {
  Storage: /\bper cubic foot\b|\bstorage (is|costs)\b/i,
  "Pick & Pack": /\bpick and pack\b|\bper order\b/i,
  "Extra Items": /\bextra items?\b|\bper item\b/i,
  Returns: /\breturns\b|\bflat \$|\bper month, flat\b/i,
  Receiving: /\breceiving\b|\bper carton\b/i,
  Packaging: /\bpackaging\b|\bper package\b/i,
  "Postage up to 8 oz": /\bup to 8 oz\b/i,
};

const amountsIn = (text: string) =>
  [...text.matchAll(RATE_AMOUNTS)].map(([, whole = "", part = ""]) =>
    cents(Number(whole.replaceAll(",", "") + part)),
  );

/** Sentences whose figures differ from the price list, or from the orders that make storage free. */
function contradictions(texts: readonly string[], prices: readonly Row[], freeFrom: number | null) {
  const listed = new Set(prices.flatMap(({ low, high }) => [cents(low ?? 0), cents(high ?? 0)]));
  return texts
    .flatMap((text) => text.split(/(?<=[.;,])\s/))
    .filter((part) => {
      const amounts = amountsIn(part);
      if (amounts.some((amount) => !listed.has(amount))) return true;
      const about = prices.find(({ service_name }) => CALLED[service_name]?.test(part));
      const ends = [about?.low, about?.high].map((end) => cents(end ?? 0));
      if (about && amounts.some((amount) => amount > 0 && !ends.includes(amount))) return true;
      const orders = /(\d[\d,]*)\+? orders (?:per|a) month/i.exec(part)?.[1];
      return orders !== undefined && Number(orders.replace(",", "")) !== freeFrom;
    });
}

/** Every text and number that a new site starts with, as the database gets it. */
const seed = readFileSync(new URL("../../../../supabase/seed.sql", import.meta.url), "utf8");
const texts = [...seed.matchAll(/'((?:[^']|'')*)'/g)]
  .map(([, text = ""]) => text)
  // The choices of the contact form: ranges of orders, which are no offer.
  .filter((text) => !text.startsWith("["));
const free = freeStorageFrom({
  free_storage_orders: /'free_storage_orders', '(\d*)'/.exec(seed)?.[1] ?? "",
});

test("no seeded text contradicts the price list or the settings", () => {
  expect(texts.length).toBeGreaterThan(200);
  expect(free).toBe(100);
  expect(contradictions(texts, seedPricingItems, free)).toEqual([]);
});

test.each([
  ["Storage is $2.50 per cubic foot per month.", 1],
  ["Storage costs $1.00 per cubic foot.", 1],
  ["Pick and pack is $1.00-$4.40 per order, and each extra item adds $0.40-$1.00.", 1],
  ["Pick and pack is $0.40-$1.00 per order.", 1],
  ["Returns are a flat $5.00.", 1],
  ["Free storage after 150 orders per month", 1],
  ["Waived at 1,000+ orders per month.", 1],
  ["$2.00 per cubic foot per month, waived at 100+ orders per month.", 0],
  ["$0 hidden fees", 0],
])("in %j it finds %s", (text, found) => {
  expect(contradictions([text], seedPricingItems, free)).toHaveLength(found);
});

test.each([
  ["seeded", seedPricingItems],
  ["built-in", defaultPricingItems],
])("each %s rate says its numbers", (_, prices) => {
  const wrong = prices.filter(({ rate, low, high, charged_per }) => {
    const said = parseRate(rate);
    if (!said) return !(low === null || high === 0 || charged_per === "quote");
    return (said.minPrice ?? said.price) !== low || (said.maxPrice ?? said.price) !== high;
  });
  expect(wrong).toEqual([]);
});
