import type { Price } from "#app/content/index.ts";
import { type Estimate, estimate, type Line } from "./estimate.ts";
import type { Month } from "./month.ts";

export interface InvoiceLine<P> {
  price: P;
  quantity: number;
  /** whole cents per unit: one end of the price's range */
  rate: number;
  /** whole cents; a waived amount is followed by a negative line */
  amount: number;
  /** the end of the range; undefined for a fixed price */
  end?: "low" | "high";
  waived?: true;
}

export interface Invoice<P> extends Pick<Estimate<P>, "notIncluded"> {
  lines: InvoiceLine<P>[];
  /** whole cents */
  total: number;
}

/** The share of a price range's quantity billed at the low end; the rest is at the high end. */
const LOW_SHARE = 0.8;

/**
 * A month's bill with one figure per line, where an estimate has two (rule V-22). Lines and quantities
 * are the estimate's, at rates from the list. The total is within the estimate's range.
 * @param freeFrom orders per month from which storage is free; null: never
 */
export function sampleInvoice<P extends Price>(
  prices: readonly P[],
  month: Month,
  freeFrom: number | null,
): Invoice<P> {
  const { lines, notIncluded } = estimate(prices, month, freeFrom);
  const billed = lines.flatMap((each) => {
    const charged = atItsEnds(each);
    const { waived } = each;
    if (!waived) return charged;
    // Subtracted, since a negated zero reads "-$0.00".
    const off = charged.map((line) => ({ ...line, amount: 0 - line.amount, waived }));
    return [...charged, ...off];
  });
  return { lines: billed, notIncluded, total: billed.reduce((sum, line) => sum + line.amount, 0) };
}

/** An estimate's line as the bill has it: one for each end of its range with a quantity above zero. */
function atItsEnds<P>({ price, quantity, rate: { low, high } }: Line<P>): InvoiceLine<P>[] {
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
