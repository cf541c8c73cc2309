import IdCard from "lucide-react/icons/id-card";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** The people who pack, on Why Us (rule L-14). */
export const resource = declareResource({
  table: "team_members",
  path: "/admin/team-members",
  menu: { label: "Team", Icon: IdCard, place: 15 },
  title: "Team",
  description: "The people shown on the Why Us page, in order.",
  words: {
    one: "person",
    many: "people",
    add: "Add person",
    create: "New person",
    edit: "Edit person",
    search: "Search the team",
    empty: "No people yet",
    emptyHint: "Add the first person to show your team on the Why Us page.",
  },
  messages: listMessages("person", "people"),
  confirm: { label: "Delete person?" },
  nameOf: ({ name }) => name,
  search: ["name", "role"],
  shownOn: ["why-us"],
});
