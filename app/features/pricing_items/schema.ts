import * as z from "zod/mini";
import { displayOrder, optionalText, requiredText } from "#app/lib/data/item-schema.ts";

/** What is stored of a price (rule L-4). */
export const pricingItemSchema = z.object({
  service_name: requiredText("Please enter a service name"),
  rate: requiredText("Please enter a rate"),
  description: optionalText,
  display_order: displayOrder,
  is_active: z.boolean(),
});
