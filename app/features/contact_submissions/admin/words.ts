import type { Filter } from "#app/admin-kit/lists/list-toolbar.tsx";
import type { ContactSubmission, SubmissionStatus } from "#app/lib/data/database.types.ts";

/** Rule I-1: the states in their order, and as staff read them. */
export const STATUS_NAMES: Record<SubmissionStatus, string> = {
  new: "New",
  contacted: "Contacted",
  responded: "Responded",
  closed: "Closed",
};

const choices = Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label }));

/** What narrows the list; names and values are those of the address. */
export const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", choices: [{ value: "", label: "All Status" }, ...choices] },
  {
    name: "show",
    label: "Messages",
    choices: [
      { value: "", label: "All messages" },
      { value: "genuine", label: "Without spam" },
      { value: "failed-mail", label: "Team not notified" },
      { value: "spam", label: "Likely spam" },
    ],
  },
];

export const SORTS = [
  { value: "", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

const SPAM_REASONS: Record<NonNullable<ContactSubmission["spam_reason"]>, string> = {
  "trap filled": "A field that people don't see was filled in.",
  "too fast": "It was sent within three seconds of opening the page.",
  "marked by staff": "Someone of your staff marked it.",
};

export const spamReason = ({ spam_reason }: ContactSubmission) =>
  spam_reason ? SPAM_REASONS[spam_reason] : "";

/** What became of the mail to the company: the answer to the visitor is another matter. */
export const MAIL_STATES: Record<ContactSubmission["mail_status"], string> = {
  pending: "Notifying the team",
  sent: "Team notified",
  failed: "Team not notified",
};
