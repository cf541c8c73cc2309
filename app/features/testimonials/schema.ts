import * as z from "zod/mini";
import {
  displayOrder,
  optionalAddress,
  optionalText,
  requiredText,
} from "#app/lib/data/item-schema.ts";

/** Validates and normalizes a testimonial (rule L-6). */
export const testimonialSchema = z.object({
  quote: requiredText("Please enter the quote"),
  author_name: requiredText("Please enter the author's name"),
  author_title: optionalText,
  author_company: optionalText,
  link_url: optionalAddress,
  photo_url: optionalText,
  photo_alt: optionalText,
  display_order: displayOrder,
  is_active: z.boolean(),
  featured: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  quote: "Quote",
  author_name: "Author name",
  author_title: "Author title",
  author_company: "Author company",
  link_url: "Link",
  photo_url: "Portrait",
  photo_alt: "Portrait alt text",
  display_order: "Display order",
  is_active: "Active",
  featured: "Featured",
};
