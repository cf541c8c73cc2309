import ArrowRight from "lucide-react/icons/arrow-right";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** Where addresses lead that the site no longer has (rule L-16). */
export const resource = declareResource({
  table: "redirects",
  path: "/admin/redirects",
  menu: { label: "Redirects", Icon: ArrowRight, place: 34 },
  title: "Redirects",
  description: "Send visitors from old addresses to the right page.",
  words: {
    one: "redirect",
    many: "redirects",
    add: "Add redirect",
    create: "New redirect",
    edit: "Edit redirect",
    search: "Search redirects",
    empty: "No redirects yet",
    emptyHint: "Add an old address to send visitors and search engines to its new page.",
  },
  messages: listMessages("redirect", "redirects"),
  confirm: { label: "Delete redirect?" },
  nameOf: ({ from_path }) => from_path,
  search: ["from_path", "to_address"],
  shownOn: [],
});
