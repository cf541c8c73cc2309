import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { cleanTrash } from "../queries.ts";

/** As new-leads.ts reads it. */
const NEW_LEADS = ["contact_submissions", "new"];

/** Puts the number of new messages before the page's title, where a tab in the background shows it. */
export function useNewInTitle(title: string): void {
  // The sidebar asks for it.
  const { data: count } = useQuery<number>({ queryKey: NEW_LEADS, enabled: false });
  useEffect(() => {
    document.title = count ? `(${count}) ${title}` : title;
  }, [count, title]);
}

/** Whoever looks into the trash lets go what has lain there too long, where no job of the server does. */
export function useTrashEmptied(isTrash: boolean): void {
  useEffect(() => {
    if (isTrash) cleanTrash().catch((cause) => console.error("Error emptying the trash:", cause));
  }, [isTrash]);
}

/** Where the keyboard goes on once a message is closed: at its row, else at the screen's top. */
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
