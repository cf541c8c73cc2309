import * as z from "zod/mini";
import { displayOrder, optionalText, requiredText } from "#app/lib/data/item-schema.ts";

/** From this many questions on, visitors see them by topic, with a search (rule V-10). */
export const MANY = 12;

/** Validates and normalizes an FAQ before it is stored (rule L-5). */
export const faqSchema = z.object({
  question: requiredText("Please enter a question"),
  answer: requiredText("Please enter an answer"),
  topic: optionalText,
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  question: "Question",
  answer: "Answer",
  topic: "Topic",
  display_order: "Display order",
  is_active: "Active",
};
