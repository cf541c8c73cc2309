import type { ChargedPer, Price } from "#app/content/index.ts";
import type { Estimate, FreeStorage, Line } from "./estimate.ts";
import { cents, rangeText } from "./money.ts";
import type { Month } from "./month.ts";

/** 1200 -> "1,200" */
export const count = (quantity: number) => quantity.toLocaleString("en-US");

const UNITS: Partial<Record<ChargedPer, [one: string, many: string]>> = {
  order: ["order", "orders"],
  "further item": ["extra item", "extra items"],
  package: ["package", "packages"],
  "cubic foot a month": ["cubic foot", "cubic feet"],
  "carton received": ["carton", "cartons"],
  "half hour of receiving": ["half hour", "half hours"],
  "parcel by weight": ["label", "labels"],
};

/** "300 orders"; undefined for a once-a-month charge. */
export function quantityText(charged_per: ChargedPer | null, quantity: number): string | undefined {
  const unit = UNITS[charged_per ?? "month"];
  return unit && `${count(quantity)} ${unit[quantity === 1 ? 0 : 1]}`;
}

/** How a line is calculated: "300 orders at $1.00 to $5.00"; "$20.00 per month". */
export function lineText({ price, quantity, rate, waived }: Line<Price>, freeFrom: number | null) {
  const of = quantityText(price.charged_per, quantity);
  if (!of) return `${rangeText(rate)} per month`;
  return waived
    ? `${of}, waived at ${count(freeFrom ?? 0)}+ orders`
    : `${of} at ${rangeText(rate)}`;
}

/** "Storage is free at 100+ orders: 1 more order per month saves $74.00 to $78.60." */
export function freeStorageText({ from, short, saves }: FreeStorage): string {
  const free = `Storage is free at ${count(from)}+ orders`;
  const more = `${count(short)} more ${short === 1 ? "order" : "orders"} per month`;
  if (!saves) return `${free} per month: ${more} than here.`;
  return short > 0
    ? `${free}: ${more} ${short === 1 ? "saves" : "save"} ${rangeText(saves)}.`
    : `${free}. That saves you ${rangeText(saves)} per month.`;
}

/** 48 -> "3 lb"; 8 -> "8 oz" */
const weightText = (ounces: number) =>
  ounces % 16 === 0 ? `${count(ounces / 16)} lb` : `${count(ounces)} oz`;

/** "We don't list postage above 3 lb, so this total has none."; empty if no postage is missing. */
export const noPostageText = ({ noPostageAbove }: Pick<Estimate<Price>, "noPostageAbove">) =>
  noPostageAbove
    ? `We don't list postage above ${weightText(noPostageAbove)}, so this total has none.`
    : "";

/** What visitors read for a quoted price: "Quoted per bundle, typically $0.75 to $3.00". */
export const rateText = (price: Price & { rate: string }) =>
  [price.rate, typicalText(price)].filter(Boolean).join(", ");

/** "typically $0.75 to $3.00", for a quoted price with a typical range. */
export const typicalText = ({ charged_per, low, high }: Price) =>
  charged_per === "quote" &&
  `typically ${rangeText({ low: cents(low ?? 0), high: cents(high ?? 0) })}`;

/** "300 orders, 2 items per order, 40 cubic feet stored, with returns, 8 ounces per package" */
export const monthText = ({ orders, items, size, cubic_feet, returns, cartons, ounces }: Month) =>
  [
    `${count(orders)} ${orders === 1 ? "order" : "orders"}`,
    `${count(items)} ${items === 1 ? "item" : "items"} per order`,
    size && `${size} products`,
    `${count(cubic_feet)} cubic ${cubic_feet === 1 ? "foot" : "feet"} stored`,
    returns ? "with returns" : "without returns",
    cartons !== undefined && `${quantityText("carton received", cartons)} received`,
    ounces !== undefined && `${count(ounces)} ${ounces === 1 ? "ounce" : "ounces"} per package`,
  ]
    .filter(Boolean)
    .join(", ");

/** Above the contact form's fields, where its message is an estimate. */
export const ESTIMATE_NOTE = "Your estimate is in the message below. Tell us where to send it.";

/** An estimate as an editable message to the company, line by line. */
export function estimateMessage(
  { lines, notIncluded, noPostageAbove, month, order }: Estimate<Price & { service_name: string }>,
  figures: Month,
  freeFrom: number | null,
): string {
  const left = notIncluded.map(({ service_name }) => service_name);
  if (noPostageAbove) left.push(`Postage above ${weightText(noPostageAbove)}`);
  return [
    "Please send me this estimate.",
    `My numbers: ${monthText(figures)}.`,
    ...lines.map(
      (line) => `- ${line.price.service_name}: ${rangeText(line)} (${lineText(line, freeFrom)})`,
    ),
    `Total: ${rangeText(month)} per month, ${rangeText(order)} per order.`,
    ...(left.length > 0 ? [`Not included: ${left.join(", ")}.`] : []),
  ].join("\n");
}
