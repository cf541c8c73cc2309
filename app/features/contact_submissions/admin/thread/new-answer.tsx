import { useMutation, useQueryClient } from "@tanstack/react-query";
import MailOpen from "lucide-react/icons/mail-open";
import type { Lead } from "#app/lib/data/database.types.ts";
import { ANSWER_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatAge } from "#app/lib/text/formats.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name, setNewAnswer } from "../queries.ts";
import { counted } from "../words.ts";
import { writerOf } from "./timeline.ts";
import { useThread } from "./use-thread.ts";

/** Moves to the newest answer. Only the open lead scrolls, not the page around it. */
function readNewest() {
  const answer = [...document.querySelectorAll<HTMLElement>("[data-reader] [data-answer]")].at(-1);
  if (!answer) return;
  answer.focus({ preventScroll: true });
  let scroller: HTMLElement | null = answer;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  const margin = Number.parseFloat(getComputedStyle(answer).scrollMarginTop);
  const top = (element: HTMLElement) => element.getBoundingClientRect().top;
  scroller?.scrollBy({ top: top(answer) - top(scroller) - margin });
}

/** Since when an answer waits; null: none does. */
type Change = Record<"from" | "to", string | null>;

/** Says that the lead answered, until someone replies or says that no reply is needed. */
export function NewAnswer({ row }: { row: Lead }) {
  const client = useQueryClient();
  const { data: thread } = useThread(row.id);
  const newest = thread?.answers.find(
    ({ kind, is_from_team }) => kind === "reply" && !is_from_team,
  );
  const change = useMutation({
    mutationFn: ({ to }: Change) => setNewAnswer(row.id, to),
    onSuccess: (_, { from, to }) =>
      to
        ? toast.success(MESSAGES.submissions.undone(counted(1)))
        : toast.success(words.done, {
            action: { label: "Undo", onClick: () => change.mutate({ from: to, to: from }) },
          }),
    onError: (cause) => toast.failure(MESSAGES.submissions.markFailed, cause),
    onSettled: () => client.invalidateQueries({ queryKey: [name] }),
  });
  if (!row.new_answer_at) return null;
  const who = newest ? writerOf(newest, row) : row.name;
  return (
    <section
      aria-label="New reply"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md border border-brand-line bg-brand-soft px-4 py-3"
    >
      <p role="status" className="flex min-w-0 flex-1 basis-48 items-center gap-2 font-medium">
        <MailOpen aria-hidden className="size-4 shrink-0 text-accent" />
        <span className="wrap-anywhere">
          {who} replied {formatAge(newest?.arrived_at ?? row.new_answer_at)}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={!newest} onClick={readNewest}>
          Read it
        </Button>
        <Button
          size="sm"
          look="ghost"
          pending={change.isPending}
          onClick={() => change.mutate({ from: row.new_answer_at, to: null })}
        >
          No reply needed
        </Button>
      </div>
    </section>
  );
}
