import type { Lead, LeadOutcome, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { countOf, formatCount } from "#app/lib/text/formats.ts";

/** Rule I-1: the statuses in order, with their labels. */
export const STATUS_NAMES: Record<SubmissionStatus, string> = {
  new: "New",
  contacted: "Contacted",
  responded: "Responded",
  closed: "Closed",
};

export const STATUSES = Object.keys(STATUS_NAMES) as SubmissionStatus[];

export const OUTCOME_NAMES: Record<NonNullable<Lead["outcome"]>, string> = {
  won: "Won",
  lost: "Lost",
};

/** "$2,500 a month" */
export const monthlyValue = (dollars: number) => `$${formatCount(dollars)} a month`;

/** "won, $2,500 a month", "lost: too expensive" */
export const outcomeText = (outcome: string, value?: number | null, reason?: string | null) =>
  `${outcome}${typeof value === "number" ? `, ${monthlyValue(value)}` : ""}${reason ? `: ${reason}` : ""}`;

/** The status, or what became of a closed lead: "Responded", "Won, $2,500 a month". */
export const stateName = ({
  status,
  outcome,
  outcome_value,
  outcome_reason,
}: Pick<Lead, "status"> & Partial<LeadOutcome>): string =>
  outcome
    ? outcomeText(OUTCOME_NAMES[outcome], outcome_value, outcome_reason)
    : STATUS_NAMES[status];

/** The status, or what became of a closed lead, in one word. */
export const shortState = ({ status, outcome }: Pick<Lead, "status" | "outcome">) =>
  outcome ? OUTCOME_NAMES[outcome] : STATUS_NAMES[status];

/** A lead's spam label. The team is notified of likely spam, but not of held spam. */
export const spamName = ({ is_spam, spam_reason }: Pick<Lead, "is_spam" | "spam_reason">) =>
  is_spam ? "Held as spam" : spam_reason ? "Likely spam" : "";

const SPAM_REASONS: Record<NonNullable<Lead["spam_reason"]>, string> = {
  "trap filled": "A hidden field was filled in, which only bots do.",
  "too fast": "It was sent within three seconds of opening the page.",
  "marked by staff": "Marked by your team.",
};

export const spamReason = ({ spam_reason }: Lead) => (spam_reason ? SPAM_REASONS[spam_reason] : "");

/** State of the team email. Emails to the visitor are separate. */
export const MAIL_STATES: Record<Lead["mail_status"], string> = {
  pending: "Notifying the team",
  sent: "Team notified",
  failed: "Team not notified",
};

/**
 * Whether the team was notified of a lead. No email about held spam or the trash is on its way.
 * @param isSaved no mail server is set up, so that emails are only saved
 */
export function mailState(
  { mail_status, is_spam, deleted_at }: Pick<Lead, "mail_status" | "is_spam" | "deleted_at">,
  isSaved: boolean,
): string {
  if (mail_status === "sent") return isSaved ? "Team not emailed" : MAIL_STATES.sent;
  return MAIL_STATES[is_spam || deleted_at ? "failed" : mail_status];
}

/** "1 lead", "1,500 leads" */
export const counted = (rows: number) => countOf(rows, "lead");

/** The first line of a message that isn't blank. */
export const firstLine = ({ message }: Pick<Lead, "message">): string =>
  message
    ?.split("\n")
    .find((line) => line.trim())
    ?.trim() ?? "";
