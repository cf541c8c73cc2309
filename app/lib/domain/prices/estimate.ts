/**
 * The monthly cost by the price list (rule V-18). Pure and small: the server, the pricing page's
 * script, the contact page and the tests share this module.
 */
import type { ChargedPer, Price } from "#app/content/index.ts";
import { cents, type Range, rangeText } from "./money.ts";
import {
  BOUNDS,
  type Bounds,
  type LeadEstimate,
  MONTH_FIELDS,
  type Month,
  type MonthField,
} from "./month.ts";

export interface Line<P> extends Range {
  price: P;
  /** how many units the price applies to */
  quantity: number;
  /** free storage: the line is shown, but costs nothing */
  waived: boolean;
}

export interface Estimate<P> {
  lines: Line<P>[];
  /** prices not in the sum: quote only, or charged per something the form doesn't ask for */
  notIncluded: P[];
  month: Range;
  order: Range;
}

/** A month's quantity for each unit; undefined if the form doesn't ask for it. */
const QUANTITY: Partial<Record<ChargedPer, (month: Month) => number>> = {
  order: ({ orders }) => orders,
  "further item": ({ orders, items }) => orders * (items - 1),
  package: ({ orders }) => orders,
  "cubic foot a month": ({ cubic_feet }) => cubic_feet,
  month: () => 1,
  "month with returns": ({ returns }) => Number(returns),
};

/** A preview's input can be any text, even "constructor". */
const isChargedPer = (text: string | null): text is ChargedPer =>
  text !== null && Object.hasOwn(QUANTITY, text);

/** Whether the price gets its own line in a month that uses it. */
export const isCounted = ({ high, charged_per }: Price) =>
  high !== null && high > 0 && isChargedPer(charged_per);

/**
 * Estimates a month line by line, in the list's order. Prices with a quantity of zero have no line.
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
  for (const price of prices) {
    const { low, high, charged_per } = price;
    const count = isChargedPer(charged_per) && QUANTITY[charged_per];
    if (low === null || high === null || !count) {
      notIncluded.push(price);
      continue;
    }
    const quantity = Math.round(count(month) * 100) / 100;
    if (high === 0 || quantity <= 0) continue;
    const waived =
      charged_per === "cubic foot a month" && freeFrom !== null && month.orders >= freeFrom;
    const cost = (rate: number) => (waived ? 0 : Math.round(quantity * cents(rate)));
    const line = { price, quantity, waived, low: cost(low), high: cost(high) };
    total.low += line.low;
    total.high += line.high;
    lines.push(line);
  }
  const { orders } = month;
  const order = { low: Math.round(total.low / orders), high: Math.round(total.high / orders) };
  return { lines, notIncluded, month: total, order };
}

/** The setting as a number; null: storage is never free. */
export const freeStorageFrom = ({ free_storage_orders }: { free_storage_orders: string }) =>
  Number(free_storage_orders) || null;

/** 1200 -> "1,200" */
const count = (quantity: number) => quantity.toLocaleString("en-US");

const UNITS: Partial<Record<ChargedPer, [one: string, many: string]>> = {
  order: ["order", "orders"],
  "further item": ["extra item", "extra items"],
  package: ["package", "packages"],
  "cubic foot a month": ["cubic foot", "cubic feet"],
};

/** "300 orders"; undefined for a once-a-month charge. */
export function quantityText(charged_per: ChargedPer | null, quantity: number): string | undefined {
  const unit = UNITS[charged_per ?? "month"];
  return unit && `${count(quantity)} ${unit[quantity === 1 ? 0 : 1]}`;
}

/** How a line is calculated: "300 orders at $1.00 to $5.00"; "$20.00 a month". */
export function lineText(
  { price, quantity, waived }: Line<Price>,
  freeFrom: number | null,
): string {
  const rate = rangeText({ low: cents(price.low ?? 0), high: cents(price.high ?? 0) });
  const of = quantityText(price.charged_per, quantity);
  if (!of) return `${rate} a month`;
  return waived ? `${of}, waived at ${count(freeFrom ?? 0)}+ orders` : `${of} at ${rate}`;
}

const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

function readNumber(typed: string, { name, least, most, like, whole }: Bounds): number | string {
  const text = typed.trim();
  if (!text) return `Please enter how many ${name}`;
  const digits = THOUSANDS.test(text) ? text.replace(/,/g, "") : text;
  if (/^-?[\d.]*,\d+$/.test(digits)) return "Please use a decimal point, like 2.5";
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(digits))
    return `Please enter ${name} as a number, like ${like}`;
  const number = Number(digits);
  if (number < least || number > most)
    return `Please enter ${count(least)} to ${count(most)} ${name}`;
  if (whole && number % 1) return `Please enter whole ${name}, like ${like}`;
  return Math.round(number * 100) / 100;
}

export type MonthErrors = Partial<Record<MonthField, string>>;

/**
 * Reads the inputs of a URL or form, with an error message for each invalid one.
 * @param get returns an input by name, as typed; null if missing
 */
export function readMonth(
  get: (name: MonthField) => unknown,
): { month: Month; errors?: undefined } | { month?: undefined; errors: MonthErrors } {
  const errors: MonthErrors = {};
  const month: Record<string, number | boolean> = {};
  for (const name of MONTH_FIELDS) {
    const typed = String(get(name) ?? "");
    if (name === "returns") {
      if (/^(yes|no)$/.test(typed)) month[name] = typed === "yes";
      else errors[name] = "Please choose yes or no";
      continue;
    }
    const read = readNumber(typed, BOUNDS[name]);
    if (typeof read === "number") month[name] = read;
    else errors[name] = read;
  }
  return Object.keys(errors).length > 0 ? { errors } : { month: month as unknown as Month };
}

/** The inputs as a query string: "orders=300&items=2&cubic_feet=40&returns=yes". */
export const monthQuery = ({ orders, items, cubic_feet, returns }: Month) =>
  `orders=${orders}&items=${items}&cubic_feet=${cubic_feet}&returns=${returns ? "yes" : "no"}`;

const dollars = (wholeCents: number) => wholeCents / 100;

export const leadEstimate = (figures: Month, { low, high }: Range): LeadEstimate => ({
  ...figures,
  low: dollars(low),
  high: dollars(high),
});

/** "300 orders, 2 items an order, 40 cubic feet stored, with returns" */
export const monthText = ({ orders, items, cubic_feet, returns }: Month) =>
  [
    `${count(orders)} ${orders === 1 ? "order" : "orders"}`,
    `${count(items)} ${items === 1 ? "item" : "items"} an order`,
    `${count(cubic_feet)} cubic ${cubic_feet === 1 ? "foot" : "feet"} stored`,
    returns ? "with returns" : "without returns",
  ].join(", ");

/** An estimate as an editable message to the company, line by line. */
export function estimateMessage(
  { lines, notIncluded, month, order }: Estimate<Price & { service_name: string }>,
  figures: Month,
  freeFrom: number | null,
): string {
  const left = notIncluded.map(({ service_name }) => service_name);
  return [
    "Please send me this estimate.",
    `My month: ${monthText(figures)}.`,
    ...lines.map(
      (line) => `- ${line.price.service_name}: ${rangeText(line)} (${lineText(line, freeFrom)})`,
    ),
    `Together: ${rangeText(month)} a month, ${rangeText(order)} an order.`,
    ...(left.length > 0 ? [`Not included: ${left.join(", ")}.`] : []),
  ].join("\n");
}
