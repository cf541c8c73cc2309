import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef } from "react";
import { isBusyElsewhere } from "#app/admin-kit/shell/keyboard.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";
import type { Walk } from "./use-walk.ts";
import { WalkButtons } from "./walk-buttons.tsx";

interface PaneProps {
  title: string;
  /** opened by the keyboard: that goes on in the message */
  takesFocus: () => boolean;
  walk: Walk;
  onClose: () => void;
  children: ReactNode;
}

/** A message beside the list it was opened from; both stay in reach. Escape closes it. */
export function Pane({ title, takesFocus, walk, onClose, children }: PaneProps) {
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
      // A search that is being typed is emptied by it instead.
      const within = pane.current?.contains(document.activeElement);
      if (!within && document.activeElement?.matches("input, select, textarea")) return;
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
          // Walking to another message leaves the focus where it is.
          aria-live="polite"
          data-message-title
          className="mr-auto min-w-0 font-display text-lg/6 font-semibold wrap-anywhere line-clamp-3"
        >
          {title}
        </h2>
        <WalkButtons walk={walk} />
        <IconButton label="Close" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
