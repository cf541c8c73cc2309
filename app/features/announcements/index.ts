import Megaphone from "lucide-react/icons/megaphone";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** The bar above every public page (rule L-11). */
export const resource = declareResource({
  table: "announcements",
  path: "/admin/announcements",
  menu: { label: "Announcements", Icon: Megaphone, place: 16 },
  title: "Announcements",
  description: "Banners shown above every page, for peak-season cutoffs or holidays.",
  words: {
    one: "announcement",
    many: "announcements",
    add: "Add announcement",
    create: "New announcement",
    edit: "Edit announcement",
    search: "Search announcements",
    empty: "No announcements yet",
    emptyHint: "Add one to show a banner above every page.",
  },
  messages: listMessages("announcement", "announcements"),
  confirm: { label: "Delete announcement?" },
  nameOf: ({ message }) => message,
  search: ["message", "link_label", "link_url"],
  shownOn: "every page",
});
