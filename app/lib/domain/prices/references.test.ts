import { expect, test } from "vitest";
import { amountOf, referenceOf, referencesIn, referenceTo, withPrices } from "./references.ts";

const rates: Record<string, string> = {
  storage: "$2.00 per cubic foot per month",
  "pick-and-pack": "$1.00-$5.00 per order",
  "kits-2": "Quoted per bundle",
};
const read = (text: string) => withPrices(text, (reference) => rates[reference]);

test.each([
  ["Storage: {price: storage}.", "Storage: $2.00 per cubic foot per month."],
  ["{price:storage}", "$2.00 per cubic foot per month"],
  ["{ Price : STORAGE }", "$2.00 per cubic foot per month"],
  ["{amount: storage} a cubic foot", "$2.00 a cubic foot"],
  ["{amount: pick-and-pack}", "$1.00-$5.00"],
  ["{amount: kits-2}", "Quoted per bundle"],
  ["{price: storage}{price: kits-2}", "$2.00 per cubic foot per monthQuoted per bundle"],
  ["{{price: storage}}", "{$2.00 per cubic foot per month}"],
  ["{price: gone}", "our listed price"],
  ["{amount: gone}", "our listed price"],
])("%j is read as %j", (text, words) => {
  expect(read(text)).toBe(words);
});

test.each([
  "",
  "{}",
  "{price}",
  "{price:}",
  "{price: }",
  "{price storage}",
  "{prices: storage}",
  "{price: storage",
  "price: storage}",
  "{price: -storage}",
  "{price: storage-}",
  "{price: pick--pack}",
  "{price: pick & pack}",
  "{price: a\nb}",
  "{price:\nstorage}",
  "{price:    storage}",
  "{cost: storage}",
  '[{"name":"message","label":"Message"}]',
  "$& {name}",
])("leaves %j without a reference unchanged", (text) => {
  expect(read(text)).toBe(text);
  expect(referencesIn(text)).toEqual([]);
});

test("inserts a rate literally", () => {
  expect(withPrices("{price: odd}", () => "$& $1 {price: storage}")).toBe("$& $1 {price: storage}");
});

test("reads a long text of braces quickly", () => {
  expect(read("{price: ".repeat(50_000))).toHaveLength(400_000);
});

test("describes references as they are written", () => {
  expect(referencesIn("From {amount:Storage} to {price: kits-2}")).toEqual([
    { written: "{amount:Storage}", kind: "amount", reference: "storage" },
    { written: "{price: kits-2}", kind: "price", reference: "kits-2" },
  ]);
  expect(read(referenceTo("storage"))).toBe(rates.storage);
  expect(read(referenceTo("storage", "amount"))).toBe("$2.00");
});

test.each([
  ["$20 per month, flat", "$20"],
  ["$1,250.50 to $2,000 per order", "$1,250.50 to $2,000"],
  ["From $10 per carton", "From $10 per carton"],
  ["Up to $3 per order", "Up to $3 per order"],
  ["$1, $2 or $3 per order", "$1, $2 or $3 per order"],
  ["None", "None"],
])("the amount in %j is %j", (rate, amount) => {
  expect(amountOf(rate)).toBe(amount);
});

test.each([
  ["Pick & Pack", "pick-and-pack"],
  ["  Kitting / Bundling!", "kitting-bundling"],
])("%j is called %j", (name, reference) => {
  expect(referenceOf(name)).toBe(reference);
});
