import type { ContactSubmission } from "#app/lib/data/database.types.ts";
import { answerTime } from "#app/lib/domain/answer-time.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { MAIL_STATES } from "./words.ts";

/** What staff should see at a glance: likely spam, a mail that did not go out. */
export function Flags({ row }: { row: ContactSubmission }) {
  const failed = row.mail_status === "failed" && !row.is_spam;
  if (!row.spam_reason && !failed) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {row.spam_reason && <Badge tone="warning">Likely spam</Badge>}
      {failed && <Badge tone="danger">{MAIL_STATES.failed}</Badge>}
    </span>
  );
}

interface AnswerBadgeProps {
  row: ContactSubmission;
  week: Week;
  /** where there is little room: the whole sentence is only read out */
  short?: boolean;
}

/** How a new message stands against the promised answer time; nothing once someone took it up. */
export function AnswerBadge({ row, week, short = false }: AnswerBadgeProps) {
  if (row.status !== "new" || row.is_spam) return null;
  const { tone, words } = answerTime(week, row.created_at);
  return (
    <Badge tone={tone}>
      <span>
        <span className={short ? "sr-only" : undefined}>Answer </span>
        <span className={short ? "inline-block first-letter:uppercase" : undefined}>{words}</span>
      </span>
    </Badge>
  );
}
