import CircleHelp from "lucide-react/icons/circle-question-mark";
import { declareResource } from "#app/lib/data/declaration.ts";
import { justFailedTo, listMessages } from "#app/lib/errors/list-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";

/** The FAQs (rule L-5). */
export const resource = declareResource({
  table: "faq_items",
  path: "/admin/faqs",
  menu: { label: "FAQs", Icon: CircleHelp, place: 13 },
  title: "FAQs",
  description: "The questions and answers on the FAQs page.",
  words: {
    one: "FAQ",
    many: "FAQs",
    add: "Add FAQ",
    create: "New FAQ",
    edit: "Edit FAQ",
    search: "Search FAQs",
    empty: "No FAQs yet",
    emptyHint: "Add the first question your visitors ask.",
  },
  messages: listMessages("FAQ", "FAQ items", justFailedTo),
  confirm: { label: "Are you sure you want to delete this FAQ?" },
  nameOf: ({ question }) => question,
  search: ["question", "answer"],
  shownOn: ["faqs"],
  seed: async () => (await import("#app/content/seeds.ts")).defaultFaqItems,
  whenNoneActive: MESSAGES.noneActive,
});
