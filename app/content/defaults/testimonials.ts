import { type DefaultTestimonial, featuredTestimonial } from "./featured-testimonial.ts";

/** Seeded into testimonials. */
export const defaultTestimonials: readonly DefaultTestimonial[] = [
  featuredTestimonial,
  {
    quote:
      "We run a live every Thursday. I send the lineup the day before, they build the bundles, and on Friday my dispatch numbers are boring. Boring is exactly what I pay for.",
    author_name: "Tobias Renner",
    author_title: "Owner",
    author_company: "Tuckaway Kitchen Goods",
    display_order: 1,
    is_active: true,
    featured: false,
  },
  {
    quote:
      "They called about a leaking pump on one pallet before a single bottle went out. That call saved my reviews, and probably the product.",
    author_name: "Priya Castellanos",
    author_title: "Co-founder",
    author_company: "Saltmarsh Bath Co.",
    display_order: 2,
    is_active: true,
    featured: false,
  },
  {
    quote:
      "Returns used to pile up in my hallway. Now they're checked, counted and back in stock before I could have opened the box.",
    author_name: "Dex Holloway",
    author_title: "Founder",
    author_company: "Brindle Pet Supply",
    display_order: 3,
    is_active: true,
    featured: false,
  },
];
