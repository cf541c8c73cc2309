import { parseRate, RATE_AMOUNTS } from "./rate.ts";

/** The replacement text when a referenced price doesn't exist. */
export const LISTED_PRICE = "our listed price";

/**
 * A reference to a price: "{price: storage}" becomes its rate, "{amount: storage}" only the amount in
 * it. The part after the colon is the price's `reference`.
 */
const REFERENCE = /\{ {0,3}(price|amount) {0,3}: {0,3}([a-z0-9]+(?:-[a-z0-9]+)*) {0,3}\}/gi;

export type ReferenceKind = "price" | "amount";

export interface PriceReference {
  /** as written in the text */
  written: string;
  kind: ReferenceKind;
  reference: string;
}

/** The references in a text, in order; other braces are ignored. */
export const referencesIn = (text: string): PriceReference[] =>
  Array.from(text.matchAll(REFERENCE), ([written, kind = "", reference = ""]) => ({
    written,
    kind: kind.toLowerCase() as ReferenceKind,
    reference: reference.toLowerCase(),
  }));

/** A reference as written in a text. */
export const referenceTo = (reference: string, kind: ReferenceKind = "price") =>
  `{${kind}: ${reference}}`;

/**
 * The amount in a rate: "$1.00-$5.00" for "$1.00-$5.00 per order". The whole rate if it has no amount,
 * or only a minimum or maximum ("From $10 per carton").
 */
export function amountOf(rate: string): string {
  const { price, minPrice, maxPrice } = parseRate(rate) ?? {};
  if (price === undefined && (minPrice === undefined || maxPrice === undefined)) return rate;
  const found = [...rate.matchAll(RATE_AMOUNTS)];
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? rate.slice(first.index, last.index + last[0].length) : rate;
}

/** A reference's replacement text. @param rate undefined: there is no such price */
export const wordsFor = (kind: ReferenceKind, rate: string | undefined) =>
  rate === undefined ? LISTED_PRICE : kind === "amount" ? amountOf(rate) : rate;

/** A text with its references replaced by current prices. Everything else is unchanged. */
export const withPrices = (text: string, rateOf: (reference: string) => string | undefined) =>
  text.replace(REFERENCE, (_, kind: string, reference: string) =>
    wordsFor(kind.toLowerCase() as ReferenceKind, rateOf(reference.toLowerCase())),
  );

/** The reference derived from a price's name, for built-in prices that the database doesn't have. */
export const referenceOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
