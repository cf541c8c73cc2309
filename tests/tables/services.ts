import { serviceSchema } from "#app/features/services/schema.ts";
import { isActive, long, placed, published, type TableFacts, WIDE, WORDS } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ title: "Kitting", is_active: false }),
  patch: { title: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["title_required", { title: " \n" }],
    ["title_at_most_200_characters", { title: long(201) }],
    ["description_at_most_5000_characters", { description: long(5001) }],
    ["icon_name_is_a_name", { icon_name: "<svg>" }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "title",
    schema: serviceSchema,
    draft: { title: "Kitting", description: "Done by hand.", icon_name: "Truck", ...placed },
    says: {
      "Please enter a title": { title: " " },
    },
    wide: { title: WIDE, description: WORDS.repeat(20), icon_name: "Package" },
  },
};
