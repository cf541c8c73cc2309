import type { Filter } from "#app/admin-kit/lists/list-toolbar.tsx";
import { STATUS_NAMES } from "../words.ts";

const choices = Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label }));

/** Filter value for leads held back as spam, which the list otherwise hides. */
export const HELD = "held";

/** Filter value for leads with an answer by email that staff have not dealt with. */
export const NEW_ANSWER = "new-answer";

/** The filters that are always visible; names and values are those in the URL. */
export const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", choices: [{ value: "", label: "All Status" }, ...choices] },
  {
    name: "show",
    label: "Show",
    choices: [
      { value: "", label: "All except held spam" },
      { value: NEW_ANSWER, label: "New replies" },
      { value: "overdue", label: "Overdue" },
      { value: "follow-up", label: "Follow-up due" },
      { value: "won", label: "Won" },
      { value: "lost", label: "Lost" },
      { value: "failed-mail", label: "Email failed" },
      { value: "genuine", label: "Not spam" },
      { value: "likely", label: "Likely spam" },
      { value: HELD, label: "Held as spam" },
      { value: "spam", label: "All spam" },
      { value: "trash", label: "Trash" },
    ],
  },
];

/** Additional filters, shown on request. Their choices come from the leads. */
export const MORE = ["volume", "platform", "source", "owner", "since", "until"] as const;

/** All filters, as they appear in the URL. */
export const IN_ADDRESS: readonly Filter[] = [
  ...FILTERS,
  ...MORE.map((name) => ({ name, label: name, choices: [] })),
];

export const SORTS = [
  { value: "", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "due", label: "Unanswered, due soonest" },
  { value: "volume", label: "Highest volume first" },
  { value: "lowest-volume", label: "Lowest volume first" },
];

/** Built-in views of the inbox that staff use daily. Each is a set of URL parameters. */
export const VIEWS: readonly { label: string; address: Readonly<Record<string, string>> }[] = [
  { label: "All", address: {} },
  { label: "Mine", address: { owner: "me" } },
  { label: "Unanswered, due soonest", address: { status: "new", sort: "due" } },
  { label: "Follow-up due", address: { show: "follow-up" } },
];
