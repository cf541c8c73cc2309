import * as z from "zod/mini";
import { displayOrder, optionalText, requiredText } from "#app/lib/data/item-schema.ts";

/** What is stored of a testimonial (rule L-6). */
export const testimonialSchema = z.object({
  quote: requiredText("Please enter the quote"),
  author_name: requiredText("Please enter the author's name"),
  author_title: optionalText,
  author_company: optionalText,
  display_order: displayOrder,
  is_active: z.boolean(),
  featured: z.boolean(),
});
