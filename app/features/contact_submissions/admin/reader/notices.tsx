import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { keepFocus } from "#app/admin-kit/shell/keyboard.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { useEmailIsSaved } from "#app/lib/data/email-saved.ts";
import { formatDate, formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { MailCause } from "../mail-cause-on-demand.ts";
import { name, noticeAt } from "../queries.ts";
import { mailState, spamName, spamReason } from "../words.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";

/** Same as in the database (leads_clean). */
const TRASH_DAYS = 30;

interface NoticeProps {
  row: Lead;
  actions: SubmissionActions;
}

/** Why it is suspected, whether it is held back, and a button to clear it. */
export function SpamNotice({ row, actions }: NoticeProps) {
  const isSaved = useEmailIsSaved();
  return (
    <Notice
      tone="border-warning/50 bg-warning-soft"
      title={spamName(row)}
      action={
        <Button size="sm" pending={actions.sending} onClick={() => actions.markSpam(row, false)}>
          Not spam
        </Button>
      }
    >
      {spamReason(row)} {mailOfSuspect(row, isSaved)}
    </Notice>
  );
}

function mailOfSuspect({ is_spam, mail_status }: Lead, isSaved: boolean): string {
  if (!is_spam) return "The team notification is marked as likely spam in its subject.";
  return mail_status === "sent" && !isSaved
    ? "Your team was still notified."
    : "Your team wasn't emailed.";
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the trash deletes it, with a button to restore it. */
export function TrashNotice({ row, actions }: NoticeProps) {
  useEffect(
    // It disappears with its button.
    () => () =>
      keepFocus(document.querySelector<HTMLElement>("[data-message-title]"), {
        preventScroll: true,
      }),
    [],
  );
  return (
    <Notice
      tone="border-warning/50 bg-warning-soft"
      title="In the trash"
      action={
        <Button size="sm" onClick={() => actions.restore([row])}>
          Restore
        </Button>
      }
    >
      It will be permanently deleted on{" "}
      {formatDate(new Date(new Date(row.deleted_at ?? 0).getTime() + TRASH_DAYS * DAY_MS))}.
    </Notice>
  );
}

const LOOK_AGAIN_MS = 60_000;

/** State of the team email about this lead. */
export function MailState({ row, actions }: NoticeProps) {
  const { mail_status, mail_attempts, mail_last_error, mail_next_attempt_at, mailed_at } = row;
  const failed = mail_status === "failed";
  const isSaved = useEmailIsSaved() && mail_status === "sent";
  return (
    <Notice
      tone={failed ? "border-danger/50 bg-danger-soft" : "border-line"}
      title={mailState(row, isSaved)}
      action={
        <Button size="sm" pending={actions.sending} onClick={() => actions.resendMail(row)}>
          Notify again
        </Button>
      }
    >
      {isSaved && "Email isn't set up, so this notification was saved on the server."}
      {mail_status === "sent" && !isSaved && mailed_at && `Emailed ${formatTime(mailed_at)}.`}
      {mail_status === "pending" && <Pending id={row.id} />}
      {failed && (
        <>
          <MailCause raw={mail_last_error} />
          {mail_attempts === 1 ? "Tried once" : `Tried ${mail_attempts} times`}.{" "}
          {mail_next_attempt_at
            ? `Next try: ${formatTime(mail_next_attempt_at)}.`
            : "We've stopped retrying."}
        </>
      )}
    </Notice>
  );
}

/** When the email about it goes out. */
function Pending({ id }: { id: string }) {
  const { data: at } = useQuery({
    queryKey: [name, "notice", id],
    queryFn: () => noticeAt(id),
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (at === undefined) return null;
  return at
    ? `The hourly email limit is reached. The email goes out at about ${formatTime(at)}.`
    : "The email goes out in a minute or two.";
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
      <div className="text-ink-2">{children}</div>
    </div>
    {action}
  </section>
);
