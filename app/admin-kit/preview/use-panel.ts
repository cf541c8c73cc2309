import { useRef, useState, useSyncExternalStore } from "react";
import { onMedia } from "#app/ui/on-media.ts";
import type { Typed } from "./typed.ts";
import { useRemembered } from "./use-remembered.ts";

/** From this width on, a page fits next to its form. */
const SPLIT_VIEW = "(width >= 1100px)";
const onSplitView = onMedia(SPLIT_VIEW);

/** Whether the preview is open next to the form (remembered), or in a sheet over it. */
export function usePanel(typed: Typed) {
  const isWide = useSyncExternalStore(onSplitView, () => matchMedia(SPLIT_VIEW).matches);
  const [remembered, setRemembered] = useRemembered<"open" | "closed">("preview", "closed");
  const [sheet, setSheet] = useState(false);
  const picked = useRef<string>(undefined);
  const open = remembered === "open";
  return {
    isOpen: isWide ? open : sheet,
    isSplit: isWide && open,
    isSheet: !isWide && sheet,
    toggle() {
      picked.current = undefined;
      if (isWide) setRemembered(open ? "closed" : "open");
      else setSheet(!sheet);
    },
    close: () => setSheet(false),
    /** The clicked text's field is behind the sheet, so close the sheet. */
    onPicked(address: string) {
      if (isWide) return;
      picked.current = address;
      setSheet(false);
    },
    /** where focus goes when the sheet closes */
    returnFocus: () => (picked.current && typed.find(picked.current)) || true,
  };
}

export type Panel = ReturnType<typeof usePanel>;
