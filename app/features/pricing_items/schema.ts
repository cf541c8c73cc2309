import * as z from "zod/mini";
import type { ChargedPer } from "#app/content/index.ts";
import { displayOrder, optionalText, requiredText } from "#app/lib/data/item-schema.ts";

/** The units a price can be charged per, in form order; "" means quote only. */
export const CHARGES = [
  { value: "", label: "Quote only" },
  { value: "order", label: "Order" },
  { value: "further item", label: "Additional item" },
  { value: "package", label: "Package" },
  { value: "cubic foot a month", label: "Cubic foot per month" },
  { value: "month", label: "Month" },
  { value: "month with returns", label: "Month, with returns" },
  { value: "carton received", label: "Carton received" },
  { value: "half hour of receiving", label: "Half hour of receiving" },
  { value: "parcel by weight", label: "Package, by weight (postage)" },
  { value: "quote", label: "Quote, with a typical range" },
] as const satisfies readonly { value: ChargedPer | ""; label: string }[];

/** The label of `up_to`, for the units that have it. */
export const UP_TO: Partial<Record<string, string>> = {
  "half hour of receiving": "Cartons per half hour",
  "parcel by weight": "Up to (ounces)",
};

const MAX_AMOUNT = 1_000_000;
const MAX_UP_TO = 10_000;

const NUMBER = /^(\$?\s?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?)?$/;
const toNumber = z.transform((typed: string) =>
  typed === "" ? null : Number(typed.replace(/[$,\s]/g, "")),
);

/** Dollars as typed, "$1,250.50"; blank is null. */
const dollars = z.pipe(
  z.string().check(z.trim(), z.regex(NUMBER, "Please enter an amount in dollars, like 1.50")),
  toNumber,
);
const weightOrCartons = z.pipe(
  z.string().check(z.trim(), z.regex(NUMBER, "Please enter a number, like 8")),
  toNumber,
);

/** Validates and normalizes a price (rule L-4): its text, and its numbers if any. */
export const pricingItemSchema = z.pipe(
  z
    .object({
      service_name: requiredText("Please enter a service name"),
      rate: requiredText("Please enter a rate"),
      low: dollars,
      high: dollars,
      charged_per: z.enum(CHARGES.map(({ value }) => value)),
      up_to: weightOrCartons,
      description: optionalText,
      display_order: displayOrder,
      is_active: z.boolean(),
    })
    .check(
      z.refine(({ low, charged_per }) => low !== null || charged_per === "", {
        error: "Please enter a price, or choose “Quote only”",
        path: ["low"],
      }),
      z.refine(({ low, high, charged_per }) => charged_per !== "" || (low ?? high) === null, {
        error: "Please choose what the price is charged per",
        path: ["charged_per"],
      }),
      z.refine(({ low }) => low === null || low <= MAX_AMOUNT, {
        error: "Please enter at most $1,000,000",
        path: ["low"],
      }),
      z.refine(({ high }) => high === null || high <= MAX_AMOUNT, {
        error: "Please enter at most $1,000,000",
        path: ["high"],
      }),
      z.refine(({ low, high }) => low === null || high === null || low <= high, {
        error: "“To” can't be lower than “From”",
        path: ["high"],
      }),
      z.refine(({ charged_per, up_to }) => !UP_TO[charged_per] || Boolean(up_to), {
        error: "Please enter a number, like 8",
        path: ["up_to"],
      }),
      z.refine(({ up_to }) => (up_to ?? 0) <= MAX_UP_TO, {
        error: "Please enter at most 10,000",
        path: ["up_to"],
      }),
    ),
  z.transform(({ charged_per, up_to, ...item }) => ({
    ...item,
    high: item.high ?? item.low,
    charged_per: charged_per || null,
    up_to: UP_TO[charged_per] ? up_to : null,
  })),
);

/** Form labels, in field order. */
export const labels = {
  service_name: "Service name",
  rate: "Rate",
  low: "From ($)",
  high: "To ($)",
  charged_per: "Charged per",
  up_to: "Up to",
  description: "Description",
  display_order: "Display order",
  is_active: "Active",
};
