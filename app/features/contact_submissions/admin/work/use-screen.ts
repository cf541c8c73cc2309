import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNewLeads } from "../new-leads.ts";
import { cleanTrash, name } from "../queries.ts";

/** Puts the number of new messages before the page's title, where a tab in the background shows it. */
export function useNewInTitle(title: string): void {
  // The sidebar asks for it.
  const count = useNewLeads({ ask: false });
  useEffect(() => {
    document.title = count ? `(${count}) ${title}` : title;
  }, [count, title]);
}

/** Anyone who looks into the trash lets go what has lain there too long, where no job of the server does. */
export function useTrashEmptied(isTrash: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isTrash) return;
    cleanTrash()
      .then((gone) => (gone ? client.invalidateQueries({ queryKey: [name] }) : undefined))
      .catch((cause) => console.error("Error emptying the trash:", cause));
  }, [isTrash, client]);
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
