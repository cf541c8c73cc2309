import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import type { Lead } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState, ErrorState, Notice } from "#app/ui/display/states.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import { Pane } from "./pane.tsx";
import type { useLead } from "./use-lead.ts";
import type { Walk } from "./use-walk.ts";
import { WalkButtons } from "./walk-buttons.tsx";

interface ReaderProps {
  open: boolean;
  id: string;
  lead: ReturnType<typeof useLead>;
  /** it was deleted here: the reader closes by itself, and what was typed into it goes with it */
  removed: boolean;
  /** this person is writing the answer to it */
  answering: boolean;
  /** there is room for it beside the list; else it takes the screen */
  beside: boolean;
  walk: Walk;
  onClose: () => void;
  children: (row: Lead) => ReactNode;
}

/** One submission, open beside its list or instead of it. */
export function Reader({
  open,
  id,
  lead,
  removed,
  answering,
  beside,
  walk,
  onClose,
  children,
}: ReaderProps) {
  const { query, row, isGone } = lead;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    // By now nothing of it is on the screen that would ask whether to leave.
    if (removed) close.current();
  }, [removed]);

  const takesFocus = useOpenedByKeyboard();
  const title = row?.name ?? "Submission";
  const content = removed ? null : row ? (
    // Another lead starts over: what was typed belongs to the one before.
    <div key={row.id}>
      <div className="relative px-5 pt-4 has-[>:empty]:p-0">
        <PresenceNote
          table="contact_submissions"
          row={id}
          here={open}
          doing="open"
          part={{ field: "answer", doing: "answering", here: open && answering }}
        />
      </div>
      {isGone && (
        <div className="px-5 pt-4">
          <Notice>
            Someone deleted this lead. You can't save your note, but you can still copy it.
          </Notice>
        </div>
      )}
      {children(row)}
    </div>
  ) : (
    <div className="p-5">
      <NothingToShow {...query} />
    </div>
  );

  if (beside) return open && <Pane {...{ title, takesFocus, walk, onClose }}>{content}</Pane>;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      // The link that opened it is gone with its row: the keyboard starts again at the screen's top.
      returnFocus={() => (removed ? document.getElementById("main") : true)}
      title={title}
      className="w-screen !max-w-none"
    >
      <div data-reader className="mx-auto max-w-3xl">
        <div className="sticky top-0 z-10 flex justify-between gap-2 border-b border-line bg-surface px-5 py-2">
          <WalkButtons walk={walk} />
        </div>
        {content}
      </div>
    </Drawer>
  );
}

/**
 * Whether a message was opened by Enter since this was last asked: the focus follows into it, and what is
 * there is read out. A press with the pointer leaves the focus in the list.
 */
function useOpenedByKeyboard() {
  const isPending = useRef(false);
  useEffect(() => {
    const onClick = ({ detail, target }: MouseEvent) => {
      const link = (target as Element).closest("a[data-open]");
      if (detail !== 0 || !link) return;
      // The one that is open already: nothing will change.
      if (link.ariaCurrent === "true") document.querySelector<HTMLElement>(TITLE)?.focus();
      else isPending.current = true;
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  return useCallback(() => {
    const was = isPending.current;
    isPending.current = false;
    return was;
  }, []);
}

const TITLE = "[data-message-title]";

type NothingProps = Pick<
  ReturnType<typeof useLead>["query"],
  "error" | "isPending" | "isFetching" | "refetch"
>;

function NothingToShow({ error, isPending, isFetching, refetch }: NothingProps) {
  if (isPending) return <SkeletonList count={4} label="Loading…" itemClassName="h-16" />;
  if (error)
    return (
      <ErrorState
        message={MESSAGES.submissions.load()}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <EmptyState title="This lead no longer exists">
      Someone deleted it, or the link is incomplete.
    </EmptyState>
  );
}
