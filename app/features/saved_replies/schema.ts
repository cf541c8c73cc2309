import * as z from "zod/mini";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** Validates and normalizes a saved reply before it is stored. */
export const savedReplySchema = z.object({
  title: requiredText("Please enter a title"),
  body: requiredText("Please enter the reply text"),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  title: "Title",
  body: "Text",
  display_order: "Display order",
  is_active: "Active",
};
