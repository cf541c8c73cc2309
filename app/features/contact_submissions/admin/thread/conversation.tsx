import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { keepFocus } from "#app/admin-kit/shell/keyboard.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { attach, name as MAILS } from "#app/lib/data/functions/inbound.ts";
import { ANSWER_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { LEADS } from "../new-leads.ts";
import type { Replies } from "../reply/use-replies.ts";
import { AnswerItem } from "./answer-item.tsx";
import { EventLines } from "./event-lines.tsx";
import { eventActor } from "./event-words.ts";
import { MessageCard, MessageText } from "./message-card.tsx";
import { type Answer, detach, type Thread } from "./queries.ts";
import { ReplyItem } from "./reply-item.tsx";
import { type Entry, type NoteEntry, timelineOf } from "./timeline.ts";
import { useThread } from "./use-thread.ts";

export interface Notes {
  entries: readonly NoteEntry[];
  isPending: boolean;
  /** shown instead of them when they can't be loaded */
  failed: ReactNode;
}

const NOTHING: Thread = { events: [], replies: [], answers: [], since: null };

interface ConversationProps {
  row: Lead;
  notes: Notes;
  replies: Replies;
}

/** The whole conversation with a lead and about it, oldest first. */
export function Conversation({ row, notes, replies }: ConversationProps) {
  const [parts, setParts] = useState(1);
  const thread = useThread(row.id, parts);
  const heading = useRef<HTMLHeadingElement>(null);
  const removed = useRef("");
  const remove = useRemove(row, (mail) => {
    removed.current = mail.id;
  });
  const { data } = thread;
  useEffect(() => {
    if (!removed.current || data?.answers.some(({ id }) => id === removed.current)) return;
    removed.current = "";
    // The pressed button is gone with its email.
    keepFocus(heading.current, { preventScroll: true });
  }, [data]);
  // Without the rest, message and notes are still worth reading.
  const known = data ?? (thread.isError ? NOTHING : undefined);
  return (
    <section aria-label="Conversation" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-medium">
        Conversation
      </h3>
      {notes.failed}
      {thread.isError && <ErrorState message={words.load()} query={thread} />}
      {known && !notes.isPending ? (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {timelineOf(row, known, notes.entries).map((entry) => (
            <Item
              key={keyOf(entry)}
              {...{ entry, row, replies }}
              onRemove={remove}
              onEarlier={() => setParts(parts + 1)}
              loading={thread.isPlaceholderData}
            />
          ))}
        </ol>
      ) : (
        <>
          <ol className="grid grid-cols-[minmax(0,1fr)]">
            <FormMessage row={row} how="Contact form" />
          </ol>
          <SkeletonList count={2} label="Loading…" itemClassName="h-12" />
        </>
      )}
    </section>
  );
}

const keyOf = (entry: Entry): string => {
  if (entry.kind === "events") return entry.events[0]?.id ?? "";
  if (entry.kind === "note") return entry.note.id;
  return "mail" in entry ? entry.mail.id : entry.kind;
};

interface ItemProps {
  entry: Entry;
  row: Lead;
  replies: Replies;
  onRemove: (mail: Answer) => void;
  onEarlier: () => void;
  loading: boolean;
}

function Item({ entry, row, replies, onRemove, onEarlier, loading }: ItemProps) {
  switch (entry.kind) {
    case "form":
      return (
        <FormMessage row={row} how={entry.created ? eventActor(entry.created) : "Contact form"} />
      );
    case "earlier":
      return (
        <li className="text-center">
          <Button size="sm" pending={loading} onClick={onEarlier}>
            Show earlier
          </Button>
        </li>
      );
    case "note":
      return entry.note.show;
    case "answer":
      return <AnswerItem {...{ row, onRemove }} mail={entry.mail} />;
    case "reply":
      return <ReplyItem {...entry} replies={replies} />;
    case "events":
      return <EventLines {...entry} />;
  }
}

/** What the lead wrote in the form. */
const FormMessage = ({ row, how }: { row: Lead; how: string }) => (
  <MessageCard look="theirs" who={row.name} how={how} at={row.created_at}>
    {row.message ? (
      <MessageText>{row.message}</MessageText>
    ) : (
      <p className="text-ink-2">No message.</p>
    )}
  </MessageCard>
);

/** Moves an email out of the lead, with Undo. */
function useRemove(row: Lead, onRemoved: (mail: Answer) => void) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([LEADS, MAILS].map((key) => client.invalidateQueries({ queryKey: [key] })));
  const putBack = useMutation({
    mutationFn: (mail: Answer) => attach(mail.id, row.id),
    onSuccess: () => toast.success(words.putBack),
    onError: (cause) => toast.failure(words.putBackFailed(cause), cause),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (mail: Answer) => detach(mail.id),
    onSuccess: (_, mail) => {
      onRemoved(mail);
      toast.success(words.removed, {
        action: { label: "Undo", onClick: () => putBack.mutate(mail) },
      });
    },
    onError: (cause) => toast.failure(words.remove(cause), cause),
    onSettled: refresh,
  });
  return remove.mutate;
}
