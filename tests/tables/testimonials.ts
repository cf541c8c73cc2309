import { testimonialSchema } from "#app/features/testimonials/schema.ts";
import { isActive, long, placed, published, type TableFacts, WIDE, WORDS } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ quote: "They ship.", author_name: "Ana Ruiz", is_active: false }),
  patch: { quote: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["quote_required", { quote: "" }],
    ["quote_at_most_5000_characters", { quote: long(5001) }],
    ["author_name_required", { author_name: " " }],
    ["author_name_at_most_200_characters", { author_name: long(201) }],
    ["author_title_at_most_200_characters", { author_title: long(201) }],
    ["author_company_at_most_200_characters", { author_company: long(201) }],
    ["photo_url_has_no_password", { photo_url: "https://ana:secret@example.com/a.jpg" }],
    ["photo_url_is_a_web_address_or_a_path", { photo_url: "javascript:alert(1)" }],
    ["photo_alt_at_most_300_characters", { photo_alt: long(301) }],
    ["link_url_has_no_password", { link_url: "https://ana:secret@example.com" }],
    ["link_url_is_a_web_address_or_a_path", { link_url: "javascript:alert(1)" }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "author_name",
    schema: testimonialSchema,
    draft: {
      quote: "They ship.",
      author_name: "Ana Ruiz",
      author_title: "Owner",
      author_company: "Halfmoon",
      link_url: "",
      photo_url: "",
      photo_alt: "",
      featured: false,
      ...placed,
    },
    says: {
      "Please enter the quote": { quote: " " },
      "Please enter the author's name": { author_name: " " },
    },
    wide: {
      quote: WORDS.repeat(12),
      author_name: WIDE,
      author_title: WIDE,
      author_company: WIDE,
      photo_url: `/favicon.ico?${long(200)}`,
      featured: true,
    },
  },
};
