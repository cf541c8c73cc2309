import type { Price } from "#app/content/index.ts";
import { type Estimate, estimate } from "./estimate.ts";
import { cents } from "./money.ts";
import type { Month } from "./month.ts";

export interface InvoiceLine<P> {
  price: P;
  quantity: number;
  /** whole cents for one of them: an end of the price's range */
  rate: number;
  /** whole cents; what is waived comes off again, in a line below zero */
  amount: number;
  /** which end of a range it is; undefined for the one price that it is */
  end?: "low" | "high";
  waived?: true;
}

export interface Invoice<P> extends Pick<Estimate<P>, "notIncluded"> {
  lines: InvoiceLine<P>[];
  /** whole cents */
  total: number;
}

/** Of what is charged by a range, this share is counted at its low end, the rest at its high end. */
const LOW_SHARE = 0.8;

/**
 * A month's bill with one figure a line, where an estimate has two (rule V-22): the estimate's own lines
 * and quantities, each at rates that the list has. Its total lies within the estimate's.
 * @param freeFrom orders a month from which storage costs nothing; null: never
 */
export function sampleInvoice<P extends Price>(
  prices: readonly P[],
  month: Month,
  freeFrom: number | null,
): Invoice<P> {
  const { lines, notIncluded } = estimate(prices, month, freeFrom);
  const billed = lines.flatMap(({ price, quantity, waived }) => {
    const charged = atItsEnds(price, quantity);
    if (!waived) return charged;
    const off = charged.map((line) => ({ ...line, amount: -line.amount, waived }));
    return [...charged, ...off];
  });
  return { lines: billed, notIncluded, total: billed.reduce((sum, line) => sum + line.amount, 0) };
}

/** What a price charges for so many: a line for each end of its range that has any of them. */
function atItsEnds<P extends Price>(price: P, quantity: number): InvoiceLine<P>[] {
  const low = cents(price.low ?? 0);
  const high = cents(price.high ?? 0);
  const line = (count: number, rate: number) => ({
    price,
    quantity: count,
    rate,
    amount: Math.round(count * rate),
  });
  if (low === high) return [line(quantity, low)];
  const cheaper = Math.floor(quantity * LOW_SHARE);
  return [
    { ...line(cheaper, low), end: "low" as const },
    { ...line(Math.round((quantity - cheaper) * 100) / 100, high), end: "high" as const },
  ].filter((each) => each.quantity > 0);
}
