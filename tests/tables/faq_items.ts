import { isActive, long, published, type TableFacts } from "./facts.ts";

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
    ["display_order_not_negative", { display_order: -1 }],
  ],
};
