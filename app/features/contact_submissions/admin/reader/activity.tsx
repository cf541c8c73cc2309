import { useQuery } from "@tanstack/react-query";
import type { LeadEvent, ReplyMail } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { MailCause } from "../mail-cause-on-demand.ts";
import * as queries from "../queries.ts";
import { repliesTo, textOf } from "../reply/queries.ts";
import type { Replies } from "../reply/use-replies.ts";
import { eventActor, eventCause, eventTitle } from "./activity-words.ts";

/** Polling interval until a queued reply is sent or fails. */
const LOOK_AGAIN_MS = 3_000;

interface ActivityProps {
  id: string;
  replies: Replies;
}

/** A lead's activity, newest first. */
export function Activity({ id, replies }: ActivityProps) {
  const activity = useQuery({
    queryKey: [queries.name, "activity", id],
    queryFn: async () => {
      const [events, mails] = await Promise.all([queries.listActivity(id), repliesTo(id)]);
      return { events, mails };
    },
    refetchInterval: ({ state }) =>
      state.data?.mails.some((mail) => mail.state === "waiting") ? LOOK_AGAIN_MS : false,
  });
  const { events = [], mails = [] } = activity.data ?? {};
  const mailOf = ({ details }: LeadEvent) => mails.find((mail) => mail.id === details.mail);
  /** A reply's current state shows only at its latest event. */
  const isLatest = (event: LeadEvent) =>
    events.find(({ details }) => details.mail === event.details.mail) === event;
  return (
    <section aria-label="Activity" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-medium">Activity</h3>
      {activity.isPending && <SkeletonList count={2} label="Loading…" itemClassName="h-8" />}
      {activity.isError && (
        <ErrorState
          message={MESSAGES.submissions.activity()}
          retrying={activity.isRefetching}
          onRetry={() => void activity.refetch()}
        />
      )}
      {activity.data && (
        <ol className="grid gap-2 border-l-2 border-line pl-4">
          {events.map((event) => (
            <li key={event.id} className="relative">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[1.4rem] size-2 rounded-full bg-line-strong"
              />
              <p className="wrap-anywhere">{eventTitle(event)}</p>
              <MailCause raw={eventCause(event)} />
              <p className="text-xs text-ink-2 wrap-anywhere">
                {eventActor(event)} ·{" "}
                <time dateTime={event.happened_at}>{formatTime(event.happened_at)}</time>
              </p>
              <ReplyEvent
                event={event}
                mail={mailOf(event)}
                last={isLatest(event)}
                replies={replies}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface ReplyEventProps {
  event: LeadEvent;
  mail: ReplyMail | undefined;
  /** no later event is about this reply */
  last: boolean;
  replies: Replies;
}

/** A reply's text at its first event, and a retry button if sending failed. */
function ReplyEvent({ event, mail, last, replies }: ReplyEventProps) {
  if (!mail) return null;
  if (event.details.to === "waiting")
    return (
      <details className="pt-1">
        <summary className="cursor-pointer text-xs font-medium text-accent">{mail.subject}</summary>
        <p className="mt-1.5 rounded-md border border-line bg-paper-2 px-4 py-3 whitespace-pre-wrap wrap-anywhere">
          {textOf(mail)}
        </p>
      </details>
    );
  if (!last || mail.state !== "failed") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1.5">
      <Button size="sm" pending={replies.sendingAgain} onClick={() => replies.again(mail.id)}>
        Try again
      </Button>
      <span className="text-xs text-ink-2">
        {mail.send_after
          ? `We'll retry at ${formatTime(mail.send_after)}.`
          : "We won't retry automatically."}
      </span>
    </p>
  );
}
