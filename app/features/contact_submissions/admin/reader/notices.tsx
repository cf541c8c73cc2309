import type { ReactNode } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import { formatDate, formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { MAIL_STATES, spamReason } from "../words.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";

/** As the database keeps it (leads_clean). */
const TRASH_DAYS = 30;

interface NoticeProps {
  row: Lead;
  actions: SubmissionActions;
}

/** Why it is suspected, whether it is held back for that, and the way out. */
export const SpamNotice = ({ row, actions }: NoticeProps) => (
  <Notice
    tone="border-warning/50 bg-warning-soft"
    title="Likely spam"
    action={
      <Button size="sm" pending={actions.sending} onClick={() => actions.markSpam(row, false)}>
        Not spam
      </Button>
    }
  >
    {spamReason(row)} {mailOfSuspect(row)}
  </Notice>
);

const mailOfSuspect = ({ is_spam, mail_status }: Lead) => {
  if (!is_spam) return "The mail about it says so in its subject.";
  return mail_status === "sent"
    ? "The team was notified all the same."
    : "No mail was sent about it.";
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** That it lies in the trash, until when, and the way back. */
export const TrashNotice = ({ row, actions }: NoticeProps) => (
  <Notice
    tone="border-warning/50 bg-warning-soft"
    title="In the trash"
    action={
      <Button size="sm" onClick={() => actions.restore([row])}>
        Restore
      </Button>
    }
  >
    It goes for good on{" "}
    {formatDate(new Date(new Date(row.deleted_at ?? 0).getTime() + TRASH_DAYS * DAY_MS))}.
  </Notice>
);

/** What became of the mail to the company about this submission. */
export function MailState({ row, actions }: NoticeProps) {
  const { mail_status, mail_attempts, mail_last_error, mail_next_attempt_at, mailed_at } = row;
  const failed = mail_status === "failed";
  return (
    <Notice
      tone={failed ? "border-danger/50 bg-danger-soft" : "border-line"}
      title={MAIL_STATES[mail_status]}
      action={
        <Button size="sm" pending={actions.sending} onClick={() => actions.resendMail(row)}>
          Notify again
        </Button>
      }
    >
      {mail_status === "sent" && mailed_at && `By mail, ${formatTime(mailed_at)}.`}
      {mail_status === "pending" && "The mail goes out within a minute or two."}
      {failed && (
        <>
          {mail_last_error && <span className="block wrap-anywhere">{mail_last_error}</span>}
          {mail_attempts === 1 ? "Tried once" : `Tried ${mail_attempts} times`},{" "}
          {mail_next_attempt_at ? `next at ${formatTime(mail_next_attempt_at)}.` : "given up."}
        </>
      )}
    </Notice>
  );
}

interface BoxProps {
  tone: string;
  title: string;
  action: ReactNode;
  children: ReactNode;
}

const Notice = ({ tone, title, action, children }: BoxProps) => (
  <section
    aria-label={title}
    className={cx(
      "flex flex-wrap items-center justify-between gap-3 rounded-md border px-4 py-3",
      tone,
    )}
  >
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-medium">{title}</p>
      <p className="text-ink-2">{children}</p>
    </div>
    {action}
  </section>
);
