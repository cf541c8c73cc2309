import Megaphone from "lucide-react/icons/megaphone";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** The bar above every public page (rule L-11). */
export const resource = declareResource({
  table: "announcements",
  path: "/admin/announcements",
  menu: { label: "Announcements", Icon: Megaphone, place: 7.5 },
  title: "Announcements",
  description: "What stands above every page for a while: cut-offs of the peak season, holidays.",
  words: {
    add: "Add Announcement",
    create: "New announcement",
    edit: "Edit announcement",
    search: "Search announcements",
    empty: "No announcements yet",
    emptyHint: "Visitors see no bar until you add one.",
  },
  messages: listMessages("announcement", "announcements"),
  confirm: { label: "Are you sure you want to delete this announcement?" },
  nameOf: ({ message }) => message,
  search: ["message", "link_label", "link_url"],
  shownOn: "every page",
});
