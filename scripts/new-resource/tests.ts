import { camel, type Names } from "./names.ts";

export const facts = ({
  table,
  one,
}: Names) => `import { ${camel(one)}Schema } from "#app/features/${table}/schema.ts";
import { isActive, long, placed, published, type TableFacts, WIDE } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ title: "The first ${one}", is_active: false }),
  patch: { title: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["title_required", { title: " " }],
    ["title_at_most_200_characters", { title: long(201) }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "title",
    schema: ${camel(one)}Schema,
    draft: { title: "The first ${one}", ...placed },
    says: { "Please enter the ${one}'s title": { title: " " } },
    wide: { title: WIDE },
  },
};
`;

export const journeys = ({
  table,
  one,
}: Names) => `import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

managerJourneys(
  managerOf({
    table: "${table}",
    label: "Title",
    required: {},
    blank: { Title: "Please enter the ${one}'s title" },
    nextOrder: 3,
  }),
);
`;
