import MessageSquareText from "lucide-react/icons/message-square-text";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** Replies that staff send often (rule I-19). */
export const resource = declareResource({
  table: "saved_replies",
  path: "/admin/saved-replies",
  menu: {
    label: "Saved Replies",
    Icon: MessageSquareText,
    place: 3,
    parentScreen: "/admin/contact-manager",
  },
  needs: ["editContent", "handleLeads"],
  title: "Saved Replies",
  description: "Templates for replies. {name} and {business} fill in automatically.",
  words: {
    one: "saved reply",
    many: "saved replies",
    add: "Add saved reply",
    create: "New saved reply",
    edit: "Edit saved reply",
    search: "Search saved replies",
    empty: "No saved replies yet",
    emptyHint: "Add one to use when you reply to a lead.",
  },
  messages: listMessages("saved reply", "saved replies"),
  confirm: { label: "Delete saved reply?" },
  nameOf: ({ title }) => title,
  search: ["title", "body"],
  shownOn: [],
});
