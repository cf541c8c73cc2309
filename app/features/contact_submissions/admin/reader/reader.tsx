import X from "lucide-react/icons/x";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import { isBusyElsewhere } from "#app/admin-kit/shell/keyboard.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState, ErrorState, Notice } from "#app/ui/display/states.tsx";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import type { useLead } from "./use-lead.ts";
import type { Walk } from "./use-walk.ts";
import { WalkButtons } from "./walk-buttons.tsx";

interface ReaderProps {
  open: boolean;
  id: string;
  lead: ReturnType<typeof useLead>;
  /** it was just deleted here: the reader closes and discards unsaved text */
  removed: boolean;
  /** this person is writing a reply to it */
  answering: boolean;
  /** there is room next to the list; otherwise it takes the full screen */
  splitView: boolean;
  walk: Walk;
  onClose: () => void;
  children: (row: Lead) => ReactNode;
}

/** One lead, open next to its list or instead of it. */
export function Reader({
  open,
  id,
  lead,
  removed,
  answering,
  splitView,
  walk,
  onClose,
  children,
}: ReaderProps) {
  const { query, row, isGone } = lead;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    // By now nothing on screen can ask about unsaved changes.
    if (removed) close.current();
  }, [removed]);

  const takesFocus = useOpenedByKeyboard();
  const title = row?.name ?? "Submission";
  const content = removed ? null : row ? (
    // Reset for another lead: typed text belongs to the previous one.
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
      <NothingToShow query={query} />
    </div>
  );

  if (splitView) return open && <Pane {...{ title, takesFocus, walk, onClose }}>{content}</Pane>;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      // The link that opened it is gone with its row, so focus moves to the main area.
      returnFocus={() => (removed ? document.getElementById("main") : true)}
      title={title}
      className="w-screen !max-w-3xl"
    >
      <div data-reader>
        <div className="sticky top-0 z-10 flex justify-between gap-2 border-b border-line bg-surface px-5 py-2">
          <WalkButtons walk={walk} />
        </div>
        {content}
      </div>
    </Drawer>
  );
}

/**
 * Returns a function: whether a lead was opened with Enter since the last call. If so, focus moves
 * into it, so that it is read out. A click leaves the focus in the list.
 */
function useOpenedByKeyboard() {
  const isPending = useRef(false);
  useEffect(() => {
    const onClick = ({ detail, target }: MouseEvent) => {
      const link = (target as Element).closest("a[data-open]");
      if (detail !== 0 || !link) return;
      // Already open: nothing will change.
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

function NothingToShow({ query }: Pick<ReturnType<typeof useLead>, "query">) {
  if (query.isPending) return <SkeletonList count={4} label="Loading…" itemClassName="h-16" />;
  if (query.error) return <ErrorState message={MESSAGES.submissions.load()} query={query} />;
  return (
    <EmptyState title="This lead no longer exists">
      Someone deleted it, or the link is incomplete.
    </EmptyState>
  );
}

interface PaneProps {
  title: string;
  /** opened by keyboard: focus moves into the lead */
  takesFocus: () => boolean;
  walk: Walk;
  onClose: () => void;
  children: ReactNode;
}

/** A lead next to its list, with both usable. Escape closes it. */
function Pane({ title, takesFocus, walk, onClose, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus()) heading.current?.focus({ preventScroll: true });
  });
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isBusyElsewhere()) return;
      // In a search field, Escape clears the text instead.
      const hadFocus = pane.current?.contains(document.activeElement);
      if (!hadFocus && document.activeElement?.matches("input, select, textarea")) return;
      close.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <section
      ref={pane}
      aria-label={title}
      data-reader
      className="sticky top-[calc(4.5rem+var(--bar,0rem))] flex max-h-[calc(100dvh-6rem-var(--bar,0rem))] min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex items-center gap-2 border-b border-line py-2 pr-3 pl-5">
        <h2
          ref={heading}
          tabIndex={-1}
          // Going to another lead doesn't move the focus, so announce the new title.
          aria-live="polite"
          data-message-title
          className="mr-auto min-w-0 font-display text-lg/6 font-semibold wrap-anywhere line-clamp-3"
        >
          {title}
        </h2>
        <WalkButtons walk={walk} />
        <IconButton label="Close" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
