import { parseRate, RATE_AMOUNTS } from "./rate.ts";

/** What a text says where a price that it refers to can't be had. */
export const LISTED_PRICE = "our listed price";

/**
 * How a text refers to a price instead of repeating it: "{price: storage}" is its rate as the list has
 * it, "{amount: storage}" the amount in it. What stands behind the colon is the price's `reference`.
 */
const REFERENCE = /\{ {0,3}(price|amount) {0,3}: {0,3}([a-z0-9]+(?:-[a-z0-9]+)*) {0,3}\}/gi;

export type ReferenceKind = "price" | "amount";

export interface PriceReference {
  /** as it stands in the text */
  written: string;
  kind: ReferenceKind;
  reference: string;
}

/** The references in a text, in their order; other braces are none. */
export const referencesIn = (text: string): PriceReference[] =>
  Array.from(text.matchAll(REFERENCE), ([written, kind = "", reference = ""]) => ({
    written,
    kind: kind.toLowerCase() as ReferenceKind,
    reference: reference.toLowerCase(),
  }));

/** How a reference is written into a text. */
export const referenceTo = (reference: string, kind: ReferenceKind = "price") =>
  `{${kind}: ${reference}}`;

/**
 * The amount in a rate as it is written there: "$1.00-$5.00" of "$1.00-$5.00 per order"; the whole rate
 * where it states none, or only where it begins or ends ("From $10 per carton").
 */
export function amountOf(rate: string): string {
  const { price, minPrice, maxPrice } = parseRate(rate) ?? {};
  if (price === undefined && (minPrice === undefined || maxPrice === undefined)) return rate;
  const found = [...rate.matchAll(RATE_AMOUNTS)];
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? rate.slice(first.index, last.index + last[0].length) : rate;
}

/** What a reader reads for a reference. @param rate undefined: there is no such price */
export const wordsFor = (kind: ReferenceKind, rate: string | undefined) =>
  rate === undefined ? LISTED_PRICE : kind === "amount" ? amountOf(rate) : rate;

/** A text with its references replaced by what the prices say; all else stays as it is. */
export const withPrices = (text: string, rateOf: (reference: string) => string | undefined) =>
  text.replace(REFERENCE, (_, kind: string, reference: string) =>
    wordsFor(kind.toLowerCase() as ReferenceKind, rateOf(reference.toLowerCase())),
  );

/**
 * What a price of this name is called in texts, where the database has not said it: for those that are
 * built in.
 */
export const referenceOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
