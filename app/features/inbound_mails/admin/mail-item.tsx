import { useQuery } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import Paperclip from "lucide-react/icons/paperclip";
import { useId } from "react";
import { INBOUND_MESSAGES } from "#app/lib/errors/inbound-messages.ts";
import { formatAge, formatBytes, formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card } from "#app/ui/display/card.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { type ListedMail, name, textOf } from "../queries.ts";
import type { MailActions } from "./use-mail-actions.ts";
import { isReport, kindName, senderOf, subjectOf } from "./words.ts";

interface MailItemProps {
  mail: ListedMail;
  open: boolean;
  actions: MailActions;
  onToggle: () => void;
  onAttach: () => void;
}

/** An email in the list; open, it has its text, its attachments and what can be done with it. */
export function MailItem({ mail, open, actions, onToggle, onAttach }: MailItemProps) {
  const body = useId();
  const kind = kindName(mail);
  const { dismissing } = actions;
  return (
    <li>
      <Card className={cx(open && "shadow-lift")}>
        <div className="flex items-start gap-x-3">
          <h2 className="min-w-0 flex-1">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? body : undefined}
              onClick={onToggle}
              className="grid w-full cursor-pointer gap-0.5 rounded-lg px-4 py-3 text-left text-sm hover:bg-paper-2 sm:px-5"
            >
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium text-ink wrap-anywhere">{senderOf(mail)}</span>
                {mail.sender_name && (
                  <span className="min-w-0 text-ink-2">
                    <Email address={mail.sender} />
                  </span>
                )}
                {kind && <Badge className="!py-0">{kind}</Badge>}
              </span>
              <span className={cx("font-medium text-ink wrap-anywhere", !open && "line-clamp-2")}>
                {subjectOf(mail)}
              </span>
              {!open && (
                <span className="line-clamp-1 text-ink-2 wrap-anywhere">
                  {mail.excerpt || "No text"}
                </span>
              )}
              <span className="flex flex-wrap items-center gap-x-3 text-xs/5 text-ink-2">
                <time dateTime={mail.arrived_at} title={formatTime(mail.arrived_at)}>
                  {open ? formatTime(mail.arrived_at) : formatAge(mail.arrived_at)}
                </time>
                {mail.attachments.length > 0 && (
                  <span className="inline-flex items-center gap-1">
                    <Paperclip aria-hidden className="size-3.5" />
                    {mail.attachments.length}{" "}
                    {mail.attachments.length === 1 ? "attachment" : "attachments"}
                  </span>
                )}
                <ChevronDown
                  aria-hidden
                  className={cx("size-4 transition-transform", open && "rotate-180")}
                />
              </span>
            </button>
          </h2>
          {!mail.dismissed_at && (
            <Button
              size="sm"
              look="ghost"
              aria-label={`Dismiss: ${subjectOf(mail)}`}
              disabled={dismissing.isPending}
              onClick={() => dismissing.mutate(mail.id)}
              className="mt-2.5 mr-2.5"
            >
              Dismiss
            </Button>
          )}
        </div>
        {open && (
          <div id={body} className="grid gap-4 border-t border-line px-4 py-4 sm:px-5">
            <Text mail={mail.id} />
            <Attachments mail={mail} />
            <Actions {...{ mail, actions, onAttach }} />
          </div>
        )}
      </Card>
    </li>
  );
}

function Text({ mail }: { mail: string }) {
  const query = useQuery({ queryKey: [name, "text", mail], queryFn: () => textOf(mail) });
  if (query.isPending)
    return (
      <div role="status">
        <span className="sr-only">Loading the email…</span>
        <Skeleton className="h-24" />
      </div>
    );
  if (query.isError)
    return (
      <ErrorState
        message={INBOUND_MESSAGES.open(query.error)}
        retrying={query.isRefetching}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <p className="max-w-prose text-sm whitespace-pre-wrap text-ink wrap-anywhere">
      {query.data?.trim() || <span className="text-ink-2">This email has no text.</span>}
    </p>
  );
}

function Attachments({ mail: { attachments, is_cut } }: Pick<MailItemProps, "mail">) {
  if (attachments.length === 0 && !is_cut) return null;
  return (
    <div className="grid gap-1 text-sm">
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className="grid gap-1">
          {attachments.map(({ id, name: file, size }, place) => (
            <li key={id ?? place} className="flex items-start gap-2">
              <Paperclip aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 wrap-anywhere">
                {file} <span className="text-ink-2">{formatBytes(size)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {is_cut && (
        <p className="text-ink-2">
          Part of this email was too large to store. It's in the mailbox.
        </p>
      )}
    </div>
  );
}

function Actions({
  mail,
  actions,
  onAttach,
}: Pick<MailItemProps, "mail" | "actions" | "onAttach">) {
  const { creating, restoring } = actions;
  if (mail.dismissed_at)
    return (
      <div>
        <Button
          pending={restoring.isPending && restoring.variables === mail.id}
          onClick={() => restoring.mutate(mail.id)}
        >
          Restore
        </Button>
      </div>
    );
  if (isReport(mail)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" onClick={onAttach}>
        Attach to a lead
      </Button>
      <Button
        pending={creating.isPending && creating.variables === mail.id}
        onClick={() => creating.mutate(mail.id)}
      >
        Create a lead
      </Button>
    </div>
  );
}
