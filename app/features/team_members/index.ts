import IdCard from "lucide-react/icons/id-card";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** The team on the Why Us page (rule L-14). */
export const resource = declareResource({
  table: "team_members",
  path: "/admin/team-members",
  menu: { label: "Team", Icon: IdCard, place: 15 },
  title: "Team",
  description: "The people shown on the Why Us page, in order.",
  words: {
    one: "team member",
    many: "team members",
    add: "Add team member",
    create: "New team member",
    edit: "Edit team member",
    search: "Search the team",
    empty: "No team members yet",
    emptyHint: "Add the first person to show your team on the Why Us page.",
  },
  messages: listMessages("team member", "team members"),
  confirm: { label: "Delete team member?" },
  nameOf: ({ name }) => name,
  search: ["name", "role"],
  shownOn: ["why-us"],
});
