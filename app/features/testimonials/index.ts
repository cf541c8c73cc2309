import Quote from "lucide-react/icons/quote";
import { declareResource } from "#app/lib/data/declaration.ts";
import { justFailedTo, listMessages } from "#app/lib/errors/list-messages.ts";

/** Customer testimonials (rule L-6). */
export const resource = declareResource({
  table: "testimonials",
  path: "/admin/testimonials",
  menu: { label: "Testimonials", Icon: Quote, place: 14 },
  title: "Testimonials",
  description:
    "What customers say. The home page shows the first featured one, or the first in order.",
  words: {
    one: "testimonial",
    many: "testimonials",
    add: "Add testimonial",
    create: "New testimonial",
    edit: "Edit testimonial",
    search: "Search testimonials",
    empty: "No testimonials found. Add your first testimonial!",
    emptyHint: undefined,
  },
  messages: listMessages("testimonial", "testimonials", justFailedTo),
  confirm: {
    by: "dialog",
    final: true,
    title: "Delete testimonial?",
    label: "Are you sure you want to delete this testimonial? This action cannot be undone.",
    details: "You can still restore it from History.",
  },
  nameOf: ({ author_name }) => `testimonial by ${author_name}`,
  search: ["quote", "author_name", "author_title", "author_company"],
  whenNoneActive:
    "No active testimonials: the home page shows the quote in the Content Editor, if there is one.",
  shownOn: ["home"],
  seed: async () => (await import("#app/content/seeds.ts")).defaultTestimonials,
});
