import Package from "lucide-react/icons/package";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { failedTo } from "#app/lib/errors/reasons.ts";

/** What the company offers (rule L-3). */
export const resource = declareResource({
  table: "services",
  path: "/admin/services",
  menu: { label: "Services", Icon: Package, place: 12 },
  title: "Services",
  description: "Services on the Services page, in this order.",
  words: {
    one: "service",
    many: "services",
    add: "Add service",
    create: "New service",
    edit: "Edit service",
    search: "Search services",
    empty: "No services yet",
    emptyHint: "Add the first service you offer.",
  },
  messages: {
    ...listMessages("service", "services"),
    create: failedTo("create service"),
    update: failedTo("update service"),
  },
  confirm: { label: "Are you sure you want to delete this service?" },
  nameOf: ({ title }) => title,
  search: ["title", "description"],
  shownOn: ["services"],
  seed: async () => (await import("#app/content/seeds.ts")).defaultServices,
  whenNoneActive: MESSAGES.noneActive,
});
