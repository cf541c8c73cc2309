import { pricingItemSchema } from "#app/features/pricing_items/schema.ts";
import {
  isActive,
  long,
  placed,
  published,
  type TableFacts,
  UNBROKEN,
  WIDE,
  WORDS,
} from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ service_name: "Returns", rate: "$20.00 per month", is_active: false }),
  patch: { rate: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["service_name_required", { service_name: " \n" }],
    ["service_name_at_most_200_characters", { service_name: long(201) }],
    ["rate_required", { rate: "" }],
    ["rate_at_most_200_characters", { rate: long(201) }],
    ["description_at_most_2000_characters", { description: long(2001) }],
    ["display_order_not_negative", { display_order: -1 }],
    ["reference_is_words_and_hyphens", { reference: "a {b}" }],
    ["low_is_an_amount_up_to_a_million", { low: -1, high: 1, charged_per: "order" }],
    ["low_is_an_amount_up_to_a_million", { low: 0.005, high: 1, charged_per: "order" }],
    ["high_is_an_amount_up_to_a_million", { low: 1, high: 1_000_000.01, charged_per: "order" }],
    ["high_is_an_amount_up_to_a_million", { low: 1, high: 1.005, charged_per: "order" }],
    ["low_and_high_come_together", { low: 1, charged_per: "order" }],
    ["high_not_below_low", { low: 5, high: 1, charged_per: "order" }],
    ["charged_per_is_known", { low: 1, high: 5, charged_per: "smile" }],
    ["charged_per_goes_with_numbers", { low: 1, high: 5 }],
    ["charged_per_goes_with_numbers", { charged_per: "order" }],
  ],
  list: {
    names: "service_name",
    schema: pricingItemSchema,
    draft: {
      ...{ service_name: "Kitting", rate: "$2.00", description: "", ...placed },
      ...{ low: "2", high: "", charged_per: "order" },
    },
    says: {
      "Please enter a service name": { service_name: " " },
      "Please enter a rate": { rate: " " },
      "Please enter an amount in dollars, like 1.50": {
        low: "0.005",
        high: "1",
        charged_per: "order",
      },
    },
    wide: { service_name: WIDE, rate: `${UNBROKEN} ${WORDS}`, description: WORDS.repeat(10) },
  },
};
