import type { Price } from "#app/content/index.ts";
import { cents, money } from "#app/lib/domain/prices/money.ts";
import { parseRate } from "#app/lib/domain/prices/rate.ts";

/** The amounts in a rate, in dollars: both ends of a range; none if it has no price. */
function amountsIn(rate: string): number[] {
  const { price, minPrice, maxPrice } = parseRate(rate) ?? {};
  return [price, minPrice, maxPrice].filter((amount) => amount !== undefined);
}

/**
 * A warning if a price's rate text and numbers differ: "The rate text says $1.00-$5.00". Undefined
 * if they agree. A rate without an amount agrees with no numbers, with zero, and with a typical range.
 */
export function disagreement(
  rate: string,
  { low, high, charged_per }: Omit<Price, "up_to">,
): string | undefined {
  const said = amountsIn(rate);
  const [least, most = least] = said;
  if (least === undefined || most === undefined)
    return low === null || high === 0 || charged_per === "quote" || !rate.trim()
      ? undefined
      : "The rate has no amount for the estimate to use";
  const words = `The rate text says ${said.map((amount) => money(cents(amount))).join("-")}`;
  if (low === null) return `${words}, but the estimate won't include it`;
  return cents(least) === cents(low) && cents(most) === cents(high ?? low) ? undefined : words;
}

interface Priced {
  rate: string;
  low: number | null;
  high: number | null;
}

/** Amounts that a price no longer has, in its text or numbers; each once, ascending. */
export function figuresGone(before: Priced, after: Priced): number[] {
  const of = ({ rate, low, high }: Priced) =>
    [...amountsIn(rate), low, high].filter((amount) => amount !== null);
  const still = new Set(of(after));
  return [...new Set(of(before))].filter((amount) => !still.has(amount)).sort((a, b) => a - b);
}
