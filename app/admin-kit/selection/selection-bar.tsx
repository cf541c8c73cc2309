import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { isForList } from "#app/admin-kit/shell/keyboard.ts";
import { Button } from "#app/ui/inputs/button.tsx";

interface SelectionBarProps {
  /** what is selected: "leads" */
  items: string;
  /** the count: "25 leads", "All 60 leads" */
  count: string;
  /** an action is in flight: further presses are ignored, and focus stays */
  isBusy?: boolean;
  onClear: () => void;
  /** the available actions */
  children: ReactNode;
}

/** Bulk actions, shown while items are selected. Escape clears the selection. */
export function SelectionBar({
  items,
  count,
  isBusy = false,
  onClear,
  children,
}: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null);
  const clear = useRef(onClear);
  clear.current = onClear;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && isForList(event)) clear.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  useLayoutEffect(() => {
    const shown = bar.current;
    return () => {
      // The pressed button disappears with the bar. Move focus to the top of the screen.
      if (shown?.contains(document.activeElement))
        document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-busy={isBusy || undefined}
      aria-label={`Selected ${items}`}
      // Over the bottom of the page, so that selecting the first row doesn't shift the list.
      className="selection-bar fixed inset-x-4 bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 py-2 shadow-lift md:right-8 md:max-w-272 md:left-72 md:collapsed:left-20"
    >
      <p aria-live="polite" className="mr-1 text-sm font-medium">
        {isBusy ? "Saving…" : `${count} selected`}
      </p>
      {children}
      <Button size="sm" look="ghost" onClick={onClear} className="ml-auto">
        Clear
      </Button>
    </section>
  );
}
