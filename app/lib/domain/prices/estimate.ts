/**
 * The monthly cost by the price list (rule V-18). Pure and small: the server, the pricing page's
 * script, the contact page and the tests share this module.
 */
import type { ChargedPer, Price } from "#app/content/index.ts";
import { cents, type Range } from "./money.ts";
import type { LeadEstimate, Month } from "./month.ts";

export interface Line<P> extends Range {
  price: P;
  /** how many units the price applies to */
  quantity: number;
  /** cents per unit: the price's ends, or only the one that the size of the products decides */
  rate: Range;
  /** free storage: the line is shown, but costs nothing */
  waived: boolean;
}

export interface Estimate<P> {
  lines: Line<P>[];
  /** prices not in the sum: quoted, or charged per something that the month doesn't say */
  notIncluded: P[];
  /** ounces: parcels above this have no listed postage, so the sum has none; undefined: it isn't missing */
  noPostageAbove: number | undefined;
  month: Range;
  order: Range;
}

/** A month's quantity for each unit; undefined if the month doesn't say. */
const QUANTITY: Partial<Record<ChargedPer, (month: Month, upTo: number) => number | undefined>> = {
  order: ({ orders }) => orders,
  "further item": ({ orders, items }) => orders * (items - 1),
  package: ({ orders }) => orders,
  "cubic foot a month": ({ cubic_feet }) => cubic_feet,
  month: () => 1,
  "month with returns": ({ returns }) => Number(returns),
  "carton received": ({ cartons }) => cartons,
  "half hour of receiving": ({ cartons }, upTo) =>
    cartons === undefined ? undefined : Math.ceil(cartons / upTo),
  "parcel by weight": ({ orders, ounces = Number.POSITIVE_INFINITY }, upTo) =>
    ounces <= upTo ? orders : undefined,
};

/** The units whose range depends on how large the products are. */
const BY_SIZE: readonly unknown[] = ["order", "further item", "package"];

/** A preview's input can be any text, even "constructor". */
const isChargedPer = (text: string | null): text is ChargedPer =>
  text !== null && Object.hasOwn(QUANTITY, text);

const isPostage = ({ charged_per }: Price) => charged_per === "parcel by weight";

/** Whether the price gets its own line in a month that uses it. Free postage replaces what heavier parcels cost. */
export const isCounted = (price: Price) =>
  price.high !== null && (price.high > 0 || isPostage(price)) && isChargedPer(price.charged_per);

/** Of the postage prices, the one for the lightest parcel that is heavy enough; and the heaviest, if none is. */
function postageFor<P extends Price>(prices: readonly P[], { ounces }: Month) {
  if (ounces === undefined) return {};
  const byWeight = prices
    .filter((price) => isPostage(price) && isCounted(price))
    .sort((a, b) => (a.up_to ?? 0) - (b.up_to ?? 0));
  const postage = byWeight.find(({ up_to }) => ounces <= (up_to ?? 0));
  return { postage, noPostageAbove: postage ? undefined : (byWeight.at(-1)?.up_to ?? undefined) };
}

/**
 * Estimates a month line by line, in the list's order. Prices with a quantity of zero have no line, nor
 * does postage for other weights.
 * @param freeFrom orders per month from which storage is free; null: never
 */
export function estimate<P extends Price>(
  prices: readonly P[],
  month: Month,
  freeFrom: number | null,
): Estimate<P> {
  const lines: Line<P>[] = [];
  const notIncluded: P[] = [];
  const total = { low: 0, high: 0 };
  const { postage, noPostageAbove } = postageFor(prices, month);
  for (const price of prices) {
    if ((postage || noPostageAbove) && postage !== price && isPostage(price)) continue;
    // Whatever the month says, what is free isn't missing from the sum.
    if (price.high === 0 && price !== postage && isChargedPer(price.charged_per)) continue;
    const line = lineFor(price, month, freeFrom);
    if (!line) notIncluded.push(price);
    else if (line.quantity > 0) {
      total.low += line.low;
      total.high += line.high;
      lines.push(line);
    }
  }
  const { orders } = month;
  const order = { low: Math.round(total.low / orders), high: Math.round(total.high / orders) };
  return { lines, notIncluded, noPostageAbove, month: total, order };
}

/** What a price comes to in a month; undefined if it has no numbers, or the month doesn't say how many. */
function lineFor<P extends Price>(
  price: P,
  month: Month,
  freeFrom: number | null,
): Line<P> | undefined {
  const { low, high, charged_per, up_to } = price;
  if (low === null || high === null || !isChargedPer(charged_per)) return undefined;
  const count = QUANTITY[charged_per]?.(month, up_to ?? 0);
  if (count === undefined) return undefined;
  const quantity = Math.round(count * 100) / 100;
  const size = BY_SIZE.includes(charged_per) && month.size;
  const rate = {
    low: cents(size === "large" ? high : low),
    high: cents(size === "small" ? low : high),
  };
  const waived =
    charged_per === "cubic foot a month" && freeFrom !== null && month.orders >= freeFrom;
  const cost = (each: number) => (waived ? 0 : Math.round(quantity * each));
  return { price, quantity, rate, waived, low: cost(rate.low), high: cost(rate.high) };
}

/** The setting as a number; null: storage is never free. */
export const freeStorageFrom = ({ free_storage_orders }: { free_storage_orders: string }) =>
  Number(free_storage_orders) || null;

export interface FreeStorage {
  /** orders per month at which storage is free */
  from: number;
  /** how many orders the month is short of that; 0: its storage is free */
  short: number;
  /** cents per month that the free storage saves, or that so many more orders would save; undefined: nothing */
  saves?: Range;
}

/** What free storage does for a month (rule V-18); undefined if the month pays nothing for storage anyway. */
export function freeStorage(
  prices: readonly Price[],
  month: Month,
  from: number | null,
): FreeStorage | undefined {
  if (from === null) return undefined;
  const at = (orders: number, free: number | null) => estimate(prices, { ...month, orders }, free);
  const short = Math.max(0, from - month.orders);
  const paid = at(month.orders, null);
  if (!paid.lines.some(({ price }) => price.charged_per === "cubic foot a month")) return undefined;
  const free = at(month.orders + short, from);
  const ends = [paid.month.low - free.month.low, paid.month.high - free.month.high] as const;
  const saves = { low: Math.min(...ends), high: Math.max(...ends) };
  if (short === 0) return saves.high > 0 ? { from, short, saves } : undefined;
  return saves.low > 0 ? { from, short, saves } : { from, short };
}

const dollars = (wholeCents: number) => wholeCents / 100;

export const leadEstimate = (figures: Month, { low, high }: Range): LeadEstimate => ({
  ...figures,
  low: dollars(low),
  high: dollars(high),
});
