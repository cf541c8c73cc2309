import { savedReplySchema } from "#app/features/saved_replies/schema.ts";
import { allFor, long, onlyStaffWrite, placed, STAFF, type TableFacts, WIDE } from "./facts.ts";

const BODY = "Hi {name},\n\nthank you for asking.";

export const facts: TableFacts = {
  make: () => ({ title: "Our prices", body: BODY, is_active: false }),
  patch: { title: "Changed" },
  rights: { select: allFor(STAFF), ...onlyStaffWrite },
  refuses: [
    ["title_required", { title: " " }],
    ["title_at_most_200_characters", { title: long(201) }],
    ["body_required", { body: " " }],
    ["body_at_most_10000_characters", { body: long(10_001) }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "title",
    schema: savedReplySchema,
    draft: { title: "Our prices", body: BODY, ...placed },
    says: {
      "Please enter a title": { title: " " },
      "Please enter the reply text": { body: " " },
    },
    wide: { title: WIDE, body: WIDE },
  },
};
