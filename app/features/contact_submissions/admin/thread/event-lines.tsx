import { useState } from "react";
import type { LeadEvent } from "#app/lib/data/database.types.ts";
import { useEmailIsSaved } from "#app/lib/data/email-saved.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { MailCause } from "../mail-cause-on-demand.ts";
import { eventActor, eventCause, eventTitle } from "./event-words.ts";
import type { EventsEntry } from "./timeline.ts";

/** Events between two messages, each a thin line; many are folded. */
export function EventLines({ events, folded }: Pick<EventsEntry, "events" | "folded">) {
  const [open, setOpen] = useState(false);
  const isSaved = useEmailIsSaved();
  return (
    <>
      {folded > 0 && !open && (
        <li className="pl-4 text-xs">
          <TextButton onClick={() => setOpen(true)}>Show {folded} events</TextButton>
        </li>
      )}
      {events.slice(open ? 0 : folded).map((event) => (
        <EventLine key={event.id} {...{ event, isSaved }} />
      ))}
    </>
  );
}

const EventLine = ({ event, isSaved }: { event: LeadEvent; isSaved: boolean }) => (
  <li className="relative pl-4 text-xs text-ink-2">
    <span aria-hidden className="absolute top-1.5 left-0.5 size-1.5 rounded-full bg-line-strong" />
    <p className="wrap-anywhere">
      <span className="font-medium text-ink">{eventTitle(event, isSaved)}</span> ·{" "}
      {eventActor(event)} ·{" "}
      <time dateTime={event.happened_at} className="inline-block">
        {formatTime(event.happened_at)}
      </time>
    </p>
    {/* A reply shows why it failed itself. */}
    {event.details.what !== "reply" && <MailCause raw={eventCause(event)} />}
  </li>
);
