import * as z from "zod/mini";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** What is stored of a saved reply. */
export const savedReplySchema = z.object({
  title: requiredText("Please enter a title"),
  body: requiredText("Please enter the reply text"),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** What the form calls its fields, in its order. */
export const labels = {
  title: "Title",
  body: "Text",
  display_order: "Display order",
  is_active: "Active",
};
