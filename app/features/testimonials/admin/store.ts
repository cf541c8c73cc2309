import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { resource } from "../index.ts";

/** What staff do with the testimonials (rule L-6). */
export const testimonials = orderedStore(resource.table, resource.search);
