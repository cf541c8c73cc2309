import type { Filter } from "#app/admin-kit/lists/list-toolbar.tsx";
import { STATUS_NAMES } from "../words.ts";

const choices = Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label }));

/** What narrows the list and is always in view; names and values are those of the address. */
export const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", choices: [{ value: "", label: "All Status" }, ...choices] },
  {
    name: "show",
    label: "Messages",
    choices: [
      { value: "", label: "All messages" },
      { value: "genuine", label: "Without spam" },
      { value: "follow-up", label: "Follow-up due" },
      { value: "failed-mail", label: "A mail failed" },
      { value: "spam", label: "Likely spam" },
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
];
