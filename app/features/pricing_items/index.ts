import DollarSign from "lucide-react/icons/dollar-sign";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";

/** The price list (rule L-4). */
export const resource = declareResource({
  table: "pricing_items",
  path: "/admin/pricing",
  menu: { label: "Pricing", Icon: DollarSign, place: 11 },
  title: "Pricing",
  description: "Prices and text on the pricing page.",
  words: {
    one: "pricing item",
    many: "pricing items",
    add: "Add pricing item",
    create: "New pricing item",
    edit: "Edit pricing item",
    search: "Search pricing items",
    empty: "No pricing items yet",
    emptyHint: "Add your first service and its price.",
  },
  messages: listMessages("pricing item", "pricing items"),
  confirm: { label: "Are you sure you want to delete this pricing item?" },
  nameOf: ({ service_name }) => service_name,
  search: ["service_name", "rate", "description"],
  shownOn: ["pricing"],
  seed: async () => (await import("#app/content/seeds.ts")).seedPricingItems,
  whenNoneActive: MESSAGES.noneActive,
});
