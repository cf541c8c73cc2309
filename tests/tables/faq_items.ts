import { faqSchema } from "#app/features/faq_items/schema.ts";
import { isActive, long, placed, published, type TableFacts, WIDE, WORDS } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ question: "How soon?", answer: "Within 24-48 hours.", is_active: false }),
  patch: { answer: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["question_required", { question: "  " }],
    ["question_at_most_500_characters", { question: long(501) }],
    ["answer_required", { answer: "\t" }],
    ["answer_at_most_10000_characters", { answer: long(10_001) }],
    ["topic_at_most_60_characters", { topic: long(61) }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "question",
    schema: faqSchema,
    draft: { question: "How?", answer: "So.", topic: " Shipping ", ...placed },
    says: {
      "Please enter a question": { question: " " },
      "Please enter an answer": { answer: " " },
      "… must be 0 or more": { display_order: "-1" },
      "… is too large": { display_order: "2147483648" },
    },
    wide: { question: WIDE, answer: WORDS.repeat(30) },
  },
};
