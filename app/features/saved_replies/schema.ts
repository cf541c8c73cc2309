import * as z from "zod/mini";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** What is stored of a saved reply. */
export const savedReplySchema = z.object({
  title: requiredText("Please enter the saved reply's title"),
  body: requiredText("Please enter the saved reply's text"),
  display_order: displayOrder,
  is_active: z.boolean(),
});
