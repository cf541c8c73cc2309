import IdCard from "lucide-react/icons/id-card";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** The people who pack, on Why Us (rule L-14). */
export const resource = declareResource({
  table: "team_members",
  path: "/admin/team-members",
  menu: { label: "Team", Icon: IdCard, place: 7.2 },
  title: "Team",
  description: "Who packs your customers' boxes: the people on the Why Us page, in order.",
  words: {
    add: "Add Person",
    create: "New person",
    edit: "Edit person",
    search: "Search the team",
    empty: "Nobody here yet",
    emptyHint: "Why Us shows no people until you add the first one.",
  },
  messages: listMessages("person", "people"),
  confirm: { label: "Are you sure you want to delete this person?" },
  nameOf: ({ name }) => name,
  search: ["name", "role"],
  shownOn: ["why-us"],
});
