import Reply from "lucide-react/icons/reply";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useEffect, useRef } from "react";
import { sourceName } from "#app/lib/attribution/names.ts";
import { touchLines } from "#app/lib/attribution/touch.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { rangeText } from "#app/lib/domain/prices/money.ts";
import { monthText } from "#app/lib/domain/prices/words.ts";
import { formatAge, formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AnswerBadge } from "../badges.tsx";
import { Outcome } from "../outcome/outcome.tsx";
import type { Replies } from "../reply/use-replies.ts";
import { StatusSelect } from "../status-select.tsx";
import { Conversation, type Notes } from "../thread/conversation.tsx";
import { NewAnswer } from "../thread/new-answer.tsx";
import { EmailLink } from "../work/email-link.tsx";
import type { LeadField } from "../work/use-keys.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";
import { Hand, type HandProps } from "./hand.tsx";
import { MailState, SpamNotice, TrashNotice } from "./notices.tsx";
import { SamePerson, type SamePersonProps } from "./same-person.tsx";

export interface DetailProps extends HandProps, SamePersonProps {
  week: Week;
  company: string | undefined;
  actions: SubmissionActions;
  replies: Replies;
  /** opens the reply editor, or focuses it */
  onReply: (row: Lead) => void;
  /** the reply editor, while it is open */
  reply: ReactNode;
  /** the field to focus, after a shortcut or a menu choice */
  field: LeadField | undefined;
  onField: (field: undefined) => void;
  /** opens the dialog that erases all of this person's data */
  onErase: () => void;
  /** the team's notes, in the conversation */
  notes: Notes;
  /** adds a note */
  children: ReactNode;
}

/** A lead's details. */
export function Detail(props: DetailProps) {
  const { row, week, company, actions, choices, linkTo, replies } = props;
  const { onReply, onErase, field, onField, reply, notes, children } = props;
  const parts = useRef<HTMLDivElement>(null);
  const fieldReached = useRef(onField);
  fieldReached.current = onField;
  useEffect(() => {
    if (!field) return;
    parts.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
    fieldReached.current(undefined);
  }, [field]);
  return (
    <div ref={parts} className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 py-4 text-sm">
      <NewAnswer row={row} />
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect row={row} onChange={actions.setStatus} />
        <Button look="primary" aria-keyshortcuts="E" onClick={() => onReply(row)}>
          <Reply aria-hidden className="size-4" />
          Reply
        </Button>
        <EmailLink {...{ row, company, actions }} />
        <AnswerBadge row={row} week={week} />
      </div>
      <Outcome row={row} onChange={actions.setOutcome} />
      {row.deleted_at && <TrashNotice row={row} actions={actions} />}
      {row.spam_reason && <SpamNotice row={row} actions={actions} />}
      <SamePerson row={row} linkTo={linkTo} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        <Fact name="Email" wideOnPhone>
          <Email address={row.email} />
        </Fact>
        <Fact name="Business">{row.business_name ?? "—"}</Fact>
        <Fact name="Monthly volume">{volumeText(row.monthly_volume)}</Fact>
        <Fact name="Received" wideOnPhone>
          <time dateTime={row.created_at}>{formatTime(row.created_at)}</time>
          <span className="text-ink-2"> · {formatAge(row.created_at)}</span>
        </Fact>
        <Fact name="Platforms" wide>
          <span className="flex flex-wrap gap-1 pt-0.5">
            {row.platforms.map((platform) => (
              <Badge key={platform} className="max-w-full !whitespace-normal">
                {platform}
              </Badge>
            ))}
          </span>
        </Fact>
      </dl>
      {row.estimate && (
        <section className="grid gap-1.5">
          <h3 className="font-medium">Estimate from the pricing page</h3>
          <p className="rounded-md border border-line px-4 py-3">
            <span className="block font-medium tabular-nums">
              {rangeText({ low: row.estimate.low * 100, high: row.estimate.high * 100 })} a month
            </span>
            <span className="text-ink-2">{monthText(row.estimate)}</span>
          </p>
        </section>
      )}
      <Hand {...{ row, choices, actions }} />
      <Conversation {...{ row, notes, replies }} />
      {reply}
      {children}
      <Origin row={row} />
      {!row.is_spam && !row.deleted_at && <MailState row={row} actions={actions} />}
      <Ends {...{ row, actions, onErase }} />
    </div>
  );
}

/** A lead made from an email has no figure. */
const volumeText = (volume: string) => (/\d/.test(volume) ? `${volume} orders/month` : volume);

/** Actions that remove it from the inbox. */
function Ends({ row, actions, onErase }: Pick<DetailProps, "row" | "actions" | "onErase">) {
  return (
    <div className="divided flex flex-wrap justify-between gap-2 pt-4">
      {!row.deleted_at && !row.is_spam && (
        <Button
          look="ghost"
          size="sm"
          aria-keyshortcuts="S"
          onClick={() => actions.markSpam(row, true)}
        >
          Mark as spam
        </Button>
      )}
      <Button look="ghost" size="sm" onClick={onErase}>
        Erase this person's data
      </Button>
      <Button
        look="danger-ghost"
        size="sm"
        disabled={actions.removing}
        aria-keyshortcuts="D"
        onClick={() => actions.deleteOne(row)}
        className="ml-auto"
      >
        <Trash2 aria-hidden className="size-4" />
        {row.deleted_at ? "Delete permanently" : "Delete"}
      </Button>
    </div>
  );
}

interface FactProps {
  name: string;
  wide?: boolean;
  wideOnPhone?: boolean;
  children: ReactNode;
}

const Fact = ({ name, wide, wideOnPhone, children }: FactProps) => (
  <div className={cx("min-w-0", wide && "col-span-2", wideOnPhone && "max-sm:col-span-2")}>
    <dt className="text-ink-2">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
);

/** Where the visitor came from, first and last; nothing when unknown. */
function Origin({ row }: { row: Lead }) {
  if (!row.attribution) return null;
  const { first, last } = row.attribution;
  return (
    <section aria-label="Where they came from" className="grid gap-1.5">
      <h3 className="font-medium">Where they came from</h3>
      <div className="grid gap-2 rounded-md border border-line px-4 py-3 wrap-anywhere">
        <p className="font-medium">{sourceName(row.source)}</p>
        {[first, ...(last ? [last] : [])].map((touch, place) => (
          <div key={place === 0 ? "first" : "last"} className="text-ink-2">
            {touchLines(touch, place === 0).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
