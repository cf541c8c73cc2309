import * as z from "zod/mini";
import type { ChargedPer } from "#app/content/index.ts";
import { displayOrder, optionalText, requiredText } from "#app/lib/data/item-schema.ts";

/** The units a price can be charged per, in form order; "" means quote only. */
export const CHARGES = [
  { value: "", label: "Quote only" },
  { value: "order", label: "Order" },
  { value: "further item", label: "Additional item" },
  { value: "package", label: "Package" },
  { value: "cubic foot a month", label: "Cubic foot a month" },
  { value: "month", label: "Month" },
  { value: "month with returns", label: "Month, with returns" },
  { value: "carton received", label: "Carton received" },
] as const satisfies readonly { value: ChargedPer | ""; label: string }[];

const MOST = 1_000_000;

/** Dollars as typed, "$1,250.50"; blank is null. */
const dollars = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.regex(
        /^(\$?\s?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?)?$/,
        "Please enter an amount in dollars, like 1.50",
      ),
    ),
  z.transform((typed) => (typed === "" ? null : Number(typed.replace(/[$,\s]/g, "")))),
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
      z.refine(({ low }) => low === null || low <= MOST, {
        error: "Please enter at most $1,000,000",
        path: ["low"],
      }),
      z.refine(({ high }) => high === null || high <= MOST, {
        error: "Please enter at most $1,000,000",
        path: ["high"],
      }),
      z.refine(({ low, high }) => low === null || high === null || low <= high, {
        error: "Please enter a price at least as high as From",
        path: ["high"],
      }),
    ),
  z.transform(({ charged_per, ...item }) => ({
    ...item,
    high: item.high ?? item.low,
    charged_per: charged_per || null,
  })),
);

/** Form labels, in field order. */
export const labels = {
  service_name: "Service name",
  rate: "Rate",
  low: "From",
  high: "To",
  charged_per: "Charged per",
  description: "Description",
  display_order: "Display order",
  is_active: "Active",
};
