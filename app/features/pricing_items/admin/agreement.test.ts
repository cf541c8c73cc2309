import { expect, test } from "vitest";
import { pricingItemSchema } from "../schema.ts";
import { disagreement, figuresGone } from "./agreement.ts";

test.each<[string, number | null, number | null, string | undefined]>([
  ["$1.00-$5.00 per order", 1, 5, undefined],
  ["$1.00-$5.00 per order", 1, 4, "The rate text says $1.00-$5.00"],
  ["$1.00-$5.00 per order", 1, 1, "The rate text says $1.00-$5.00"],
  ["$20 per month, flat", 20, 20, undefined],
  ["$20 per month, flat", 25, 25, "The rate text says $20.00"],
  ["$1,250.50 per order", 1250.5, 1250.5, undefined],
  ["$2.00 per order", null, null, "The rate text says $2.00, but the estimate won't include it"],
  ["Quoted per bundle", null, null, undefined],
  ["Quoted per bundle", 3, 3, "The rate has no amount for the estimate to use"],
  ["None", 0, 0, undefined],
  ["", 3, 3, undefined],
])("compares %j with %s to %s: %s", (rate, low, high, words) => {
  expect(disagreement(rate, { low, high, charged_per: null })).toBe(words);
});

test("a quoted price has a typical range in numbers, and words with or without it", () => {
  const quote = { low: 400, high: 2_500, charged_per: "quote" } as const;
  expect(disagreement("Flat project fee per SKU", quote)).toBeUndefined();
  expect(disagreement("$400-$2,500 per SKU", quote)).toBeUndefined();
  expect(disagreement("$500 per SKU", quote)).toBe("The rate text says $500.00");
});

test.each([
  ["$2.00 per cubic foot", "$2.50 per cubic foot", [2]],
  ["$1.00-$5.00 per order", "$1.00-$6.00 per order", [5]],
  ["$1.00-$5.00 per order", "Quoted", [1, 5]],
  ["$2.00 a month", "$2 a month", []],
  ["Quoted", "$5.00", []],
])("from %j to %j, these figures are gone: %j", (before, after, gone) => {
  const none = { low: null, high: null };
  expect(figuresGone({ rate: before, ...none }, { rate: after, ...none })).toEqual(gone);
});

test("reports numbers that changed under the same text", () => {
  const rate = "As agreed";
  expect(figuresGone({ rate, low: 1, high: 5 }, { rate, low: 2, high: 5 })).toEqual([1]);
});

const draft = {
  service_name: "Pick & Pack",
  rate: "$1.00-$5.00 per order",
  description: "",
  low: "1",
  high: "5",
  charged_per: "order",
  up_to: "",
  display_order: "0",
  is_active: true,
};
const read = (odd: object) => pricingItemSchema.safeParse({ ...draft, ...odd });

test.each([
  [{}, { low: 1, high: 5, charged_per: "order" }],
  [
    { low: "$1,250.50", high: "" },
    { low: 1250.5, high: 1250.5, charged_per: "order" },
  ],
  [
    { low: "", high: " ", charged_per: "" },
    { low: null, high: null, charged_per: null },
  ],
  [
    { charged_per: "parcel by weight", up_to: "16" },
    { charged_per: "parcel by weight", up_to: 16 },
  ],
  [
    { charged_per: "order", up_to: "16" },
    { charged_per: "order", up_to: null },
  ],
  [
    { low: "0", high: "0" },
    { low: 0, high: 0, charged_per: "order" },
  ],
])("%j is stored as %j", (odd, numbers) => {
  expect(read(odd).data).toMatchObject(numbers);
});

test.each([
  [{ low: "" }, "low", "Please enter a price, or choose “Quote only”"],
  [{ low: "", high: "" }, "low", "Please enter a price, or choose “Quote only”"],
  [{ charged_per: "" }, "charged_per", "Please choose what the price is charged per"],
  [{ low: "6" }, "high", "“To” can't be lower than “From”"],
  [{ low: "1,5" }, "low", "Please enter an amount in dollars, like 1.50"],
  [{ high: "five" }, "high", "Please enter an amount in dollars, like 1.50"],
  [{ high: "5.005" }, "high", "Please enter an amount in dollars, like 1.50"],
  [{ charged_per: "parcel by weight" }, "up_to", "Please enter a number, like 8"],
  [{ charged_per: "half hour of receiving", up_to: "0" }, "up_to", "Please enter a number, like 8"],
  [{ up_to: "a lot" }, "up_to", "Please enter a number, like 8"],
  [
    { charged_per: "half hour of receiving", up_to: "10,001" },
    "up_to",
    "Please enter at most 10,000",
  ],
  [{ high: "1000000.01" }, "high", "Please enter at most $1,000,000"],
])("%j is refused at %s", (odd, field, sentence) => {
  const [issue] = read(odd).error?.issues ?? [];
  expect([issue?.path[0], issue?.message]).toEqual([field, sentence]);
});
