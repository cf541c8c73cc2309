import { orderedStore } from "#app/lib/data/ordered-store.ts";

/** What staff do with the testimonials (rule L-6). */
export const testimonials = orderedStore("testimonials", [
  "quote",
  "author_name",
  "author_title",
  "author_company",
]);
