import MessageSquareText from "lucide-react/icons/message-square-text";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** What staff answer leads with again and again (rule I-19). */
export const resource = declareResource({
  table: "saved_replies",
  path: "/admin/saved-replies",
  menu: { label: "Saved Replies", Icon: MessageSquareText, place: 11.5 },
  title: "Saved Replies",
  description: "Texts to answer leads with. {name} and {business} become the lead's.",
  words: {
    add: "Add Saved reply",
    create: "New saved reply",
    edit: "Edit saved reply",
    search: "Search saved replies",
    empty: "No saved replies yet",
    emptyHint: "Add the first one: it is offered wherever a lead is answered.",
  },
  messages: listMessages("saved reply", "saved replies"),
  confirm: { label: "Are you sure you want to delete this saved reply?" },
  nameOf: ({ title }) => title,
  search: ["title", "body"],
  shownOn: [],
});
