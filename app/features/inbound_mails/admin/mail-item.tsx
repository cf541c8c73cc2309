import { useQuery } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import Paperclip from "lucide-react/icons/paperclip";
import { useId } from "react";
import { INBOUND_MESSAGES } from "#app/lib/errors/answer-messages.ts";
import { formatAge, formatBytes, formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { type ListedMail, name, textOf } from "../queries.ts";
import type { MailActions } from "./use-mail-actions.ts";
import { kindName, senderOf, subjectOf } from "./words.ts";

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
  return (
    <li
      className={cx(
        "group",
        open && "shadow-[inset_3px_0_0_var(--color-accent)] forced-colors:border-l-4",
      )}
    >
      <div
        className={cx(
          "flex items-center group-first:rounded-t-lg",
          !open && "group-last:rounded-b-lg hover:bg-paper-2",
        )}
      >
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? body : undefined}
            onClick={onToggle}
            className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 rounded-lg px-4 py-3 text-left text-sm/5 sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
          >
            <Summary mail={mail} open={open} />
          </button>
        </h2>
        {!open && !mail.dismissed_at && (
          <DismissButton {...{ mail, actions }} look="ghost" className="mr-2 max-sm:hidden" />
        )}
      </div>
      {open && (
        <div id={body} className="grid gap-4 px-4 pt-1 pb-4 sm:pl-[16rem]">
          <Text mail={mail.id} />
          <Attachments mail={mail} />
          <Actions {...{ mail, actions, onAttach }} />
        </div>
      )}
    </li>
  );
}

/** Who wrote, about what, and when: two lines, or four on a phone. */
function Summary({ mail, open }: Pick<MailItemProps, "mail" | "open">) {
  const kind = kindName(mail);
  const { attachments, arrived_at } = mail;
  const clamp = open ? "wrap-anywhere" : "line-clamp-1 wrap-anywhere";
  return (
    <>
      <span className={cx("font-medium text-ink sm:row-start-1", clamp)}>{senderOf(mail)}</span>
      <span className={cx("text-ink-2 max-sm:col-span-2 sm:row-start-2", clamp)}>
        {mail.sender_name && <Email address={mail.sender} />}
      </span>
      <span
        className={cx(
          "font-medium text-ink max-sm:col-span-2 sm:col-start-2 sm:row-start-1",
          clamp,
        )}
      >
        {subjectOf(mail)}
      </span>
      <span className="flex items-center gap-1.5 text-ink-2 max-sm:col-span-2 sm:col-start-2 sm:row-start-2">
        {kind && <Badge className="shrink-0 !py-0">{kind}</Badge>}
        <span className="line-clamp-1 min-w-0 wrap-anywhere">
          {open ? `Received ${formatTime(arrived_at)}` : mail.excerpt || "No text"}
        </span>
      </span>
      <span className="col-start-2 row-start-1 flex items-center gap-2 justify-self-end text-xs/5 whitespace-nowrap text-ink-2 sm:col-start-3 sm:row-span-2 sm:self-center">
        {attachments.length > 0 && (
          <span className="inline-flex items-center gap-0.5">
            <Paperclip aria-hidden className="size-3.5" />
            {attachments.length}
            <span className="sr-only">
              {attachments.length === 1 ? " attachment" : " attachments"}
            </span>
          </span>
        )}
        <time dateTime={arrived_at} title={formatTime(arrived_at)}>
          {formatAge(arrived_at)}
        </time>
        <ChevronDown
          aria-hidden
          className={cx("size-4 transition-transform", open && "rotate-180")}
        />
      </span>
    </>
  );
}

type DismissProps = Pick<MailItemProps, "mail" | "actions"> & {
  look?: "ghost";
  className?: string;
};

const DismissButton = ({ mail, actions: { dismissing }, look, className }: DismissProps) => (
  <Button
    size={look ? "sm" : "md"}
    look={look}
    aria-label={`Dismiss: ${subjectOf(mail)}`}
    disabled={dismissing.isPending}
    onClick={() => dismissing.mutate(mail.id)}
    className={className}
  >
    Dismiss
  </Button>
);

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
    return <ErrorState message={INBOUND_MESSAGES.open(query.error)} query={query} />;
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
      {is_cut && <p className="text-ink-2">Part of this email was too large to store.</p>}
    </div>
  );
}

function Actions({
  mail,
  actions,
  onAttach,
}: Pick<MailItemProps, "mail" | "actions" | "onAttach">) {
  const { create, creating, restoring } = actions;
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
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" onClick={onAttach}>
        Attach to a lead
      </Button>
      <Button
        pending={creating.isPending && creating.variables === mail.id}
        onClick={() => create(mail.id)}
      >
        Create a lead
      </Button>
      <DismissButton {...{ mail, actions }} />
    </div>
  );
}
