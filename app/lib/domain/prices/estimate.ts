/**
 * What a month costs by the price list (rule V-18). Pure and small: the server, the pricing page's
 * script, the contact page and the tests count with this one module.
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
  /** how many of what the price is charged for */
  quantity: number;
  /** free storage: the line stands, and costs nothing */
  waived: boolean;
}

export interface Estimate<P> {
  lines: Line<P>[];
  /** what the list has and the figures don't say: quoted, or charged by something not asked here */
  notIncluded: P[];
  month: Range;
  order: Range;
}

/** How many a month has of what the price is charged for; undefined where its figures don't say. */
const QUANTITY: Partial<Record<ChargedPer, (month: Month) => number>> = {
  order: ({ orders }) => orders,
  "further item": ({ orders, items }) => orders * (items - 1),
  package: ({ orders }) => orders,
  "cubic foot a month": ({ cubic_feet }) => cubic_feet,
  month: () => 1,
  "month with returns": ({ returns }) => Number(returns),
};

/** What a preview is asked for with may be any text, "constructor" too. */
const isChargedPer = (text: string | null): text is ChargedPer =>
  text !== null && Object.hasOwn(QUANTITY, text);

/** It has its own line wherever a month has any of what it is charged for. */
export const isCounted = ({ high, charged_per }: Price) =>
  high !== null && high > 0 && isChargedPer(charged_per);

/**
 * Counts a month line by line, in the list's order; what a month has none of has no line.
 * @param freeFrom orders a month from which storage costs nothing; null: never
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

/** "300 orders"; undefined of what a month has once. */
export function quantityText(charged_per: ChargedPer | null, quantity: number): string | undefined {
  const unit = UNITS[charged_per ?? "month"];
  return unit && `${count(quantity)} ${unit[quantity === 1 ? 0 : 1]}`;
}

/** The rate that a line comes from: "300 orders at $1.00 to $5.00"; "$20.00 a month". */
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
 * Reads the figures as an address or a form has them, and says a sentence at each that is wrong.
 * @param get a figure by its name, as typed; null where there is none
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

/** The figures as the end of an address: "orders=300&items=2&cubic_feet=40&returns=yes". */
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

/** An estimate as a message to the company, line by line; a person may change any of it. */
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
