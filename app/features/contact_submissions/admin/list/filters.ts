import type { Filter } from "#app/admin-kit/lists/list-toolbar.tsx";
import { STATUS_NAMES } from "../words.ts";

const choices = Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label }));

/** The messages that are held back as spam, which the list hides unless it is asked for them. */
export const HELD = "held";

/** What narrows the list and is always in view; names and values are those of the address. */
export const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", choices: [{ value: "", label: "All Status" }, ...choices] },
  {
    name: "show",
    label: "Show",
    choices: [
      { value: "", label: "All but held spam" },
      { value: "overdue", label: "Overdue" },
      { value: "follow-up", label: "Follow-up due" },
      { value: "failed-mail", label: "Email failed" },
      { value: "genuine", label: "Not spam" },
      { value: "likely", label: "Likely spam" },
      { value: HELD, label: "Held as spam" },
      { value: "spam", label: "All spam" },
      { value: "trash", label: "Trash" },
    ],
  },
];

/** Further ones, which are opened: their choices are what leads have. */
export const MORE = ["volume", "platform", "source", "owner", "since", "until"] as const;

/** All of them, as they stand in the address. */
export const IN_ADDRESS: readonly Filter[] = [
  ...FILTERS,
  ...MORE.map((name) => ({ name, label: name, choices: [] })),
];

export const SORTS = [
  { value: "", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "due", label: "Unanswered, due first" },
  { value: "volume", label: "Highest volume first" },
  { value: "lowest-volume", label: "Lowest volume first" },
];

/** Ways to look at the inbox that staff take every day: each is an address. */
export const VIEWS: readonly { label: string; address: Readonly<Record<string, string>> }[] = [
  { label: "All", address: {} },
  { label: "Mine", address: { owner: "me" } },
  { label: "Unanswered, due first", address: { status: "new", sort: "due" } },
  { label: "Follow-up due", address: { show: "follow-up" } },
];
