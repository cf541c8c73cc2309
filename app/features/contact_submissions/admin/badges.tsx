import type { Lead } from "#app/lib/data/database.types.ts";
import { answerTime } from "#app/lib/domain/answer-time.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { MAIL_STATES, OUTCOME_NAMES, spamName, stateName } from "./words.ts";

const isNoticeFailed = (row: Lead) => row.mail_status === "failed" && !row.is_spam;
/** Whether an answer by email arrived that staff have not dealt with. */
const hasNewAnswer = (row: Lead) =>
  row.new_answer_at !== null && !row.is_spam && row.deleted_at === null;
export const hasFlags = (row: Lead) =>
  row.spam_reason !== null || isNoticeFailed(row) || hasNewAnswer(row);

/** Wraps in a narrow column, so that it doesn't overlap the next one. */
const FLAG = "max-w-full !py-0 !whitespace-normal";

/** Badges for a new answer, for spam, held or likely, and for a team email that wasn't sent. */
export function Flags({ row }: { row: Lead }) {
  if (!hasFlags(row)) return null;
  return (
    <span className="inline-flex max-w-full shrink-0 flex-wrap gap-1">
      {hasNewAnswer(row) && (
        <Badge tone="brand" className={FLAG}>
          New reply
        </Badge>
      )}
      {row.spam_reason && (
        <Badge tone="warning" className={FLAG}>
          {spamName(row)}
        </Badge>
      )}
      {isNoticeFailed(row) && (
        <Badge tone="danger" className={FLAG}>
          {MAIL_STATES.failed}
        </Badge>
      )}
    </span>
  );
}

/** Whether it still needs a first answer: new, not spam and not in the trash. */
export const isWaiting = (row: Lead) =>
  row.status === "new" && !row.is_spam && row.deleted_at === null;

interface AnswerBadgeProps {
  row: Lead;
  week: Week;
  /** for tight spaces: only screen readers get the full sentence */
  short?: boolean;
}

/** A new lead's age against the promised answer time; nothing once someone took it up. */
export function AnswerBadge({ row, week, short = false }: AnswerBadgeProps) {
  const answer = isWaiting(row) ? answerTime(week, row.created_at) : undefined;
  if (!answer) return null;
  const { tone, words } = answer;
  return (
    <Badge tone={tone} className={short ? "!px-1 !py-0 !whitespace-normal" : undefined}>
      <span>
        <span className={short ? "sr-only" : undefined}>Reply </span>
        <span className={short ? "inline-block first-letter:uppercase" : undefined}>{words}</span>
      </span>
    </Badge>
  );
}

/** What became of a closed lead: "Won". The tooltip has its value or reason. */
export const OutcomeBadge = ({ row }: { row: Lead }) =>
  row.outcome && (
    <Badge tone={row.outcome === "won" ? "success" : "neutral"} className="!py-0">
      <span title={stateName(row)}>{OUTCOME_NAMES[row.outcome]}</span>
    </Badge>
  );

/** A dot before the name of a lead that is still new, or has a new answer. */
export const NewDot = ({ row }: { row: Lead }) =>
  isWaiting(row) || hasNewAnswer(row) ? (
    <span className="mr-1.5 inline-block size-2.5 rounded-full border border-line-strong bg-label align-[0.05em]">
      <span className="sr-only">New: </span>
    </span>
  ) : null;
