import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { onMedia } from "#app/ui/on-media.ts";
import { useNewLeads } from "../new-leads.ts";
import { cleanTrash, name } from "../queries.ts";

/** Puts the number of new leads before the page title, where a background tab shows it. */
export function useNewInTitle(title: string): void {
  // The sidebar fetches it.
  const count = useNewLeads({ ask: false });
  useEffect(() => {
    document.title = count ? `(${count}) ${title}` : title;
  }, [count, title]);
}

/** Opening the trash deletes what has been there too long, for hosts without a scheduled job. */
export function useTrashEmptied(isTrash: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isTrash) return;
    cleanTrash()
      .then((gone) => (gone ? client.invalidateQueries({ queryKey: [name] }) : undefined))
      .catch((cause) => console.error("Error emptying the trash:", cause));
  }, [isTrash, client]);
}

/** After a lead closes, moves focus to its row, or else to the main area. */
export function useFocusBack(openId: string): void {
  const last = useRef("");
  useEffect(() => {
    const closed = openId === "" && last.current;
    last.current = openId;
    if (!closed || document.activeElement !== document.body) return;
    const link = document.querySelector<HTMLElement>(
      `[data-lead="${CSS.escape(closed)}"] [data-open]`,
    );
    (link ?? document.getElementById("main"))?.focus({ preventScroll: !link });
  }, [openId]);
}

/** From this width, a lead fits next to its list. */
const SPLIT_VIEW = "(width >= 1200px)";
const onSplitView = onMedia(SPLIT_VIEW);

/** Whether an open lead shows next to the list, or takes the full screen. */
export const useSplitView = (): boolean =>
  useSyncExternalStore(onSplitView, () => matchMedia(SPLIT_VIEW).matches);
