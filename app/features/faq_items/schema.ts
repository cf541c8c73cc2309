import * as z from "zod/mini";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** Validates and normalizes an FAQ before it is stored (rule L-5). */
export const faqSchema = z.object({
  question: requiredText("Please enter a question"),
  answer: requiredText("Please enter an answer"),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  question: "Question",
  answer: "Answer",
  display_order: "Display order",
  is_active: "Active",
};
