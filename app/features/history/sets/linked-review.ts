import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { activeSet } from "#app/lib/data/sets/active-set.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { readSet } from "./queries.ts";

/**
 * Opens the set that the address names as `review=<id>`, once: a link from an email or the dashboard. The
 * parameter is removed, so that a reload doesn't open it again. The set is read, because a list from before may
 * lack it.
 * @param id null: the address names none
 */
export function useLinkedReview(id: string | null, onLinked: (set: ChangeSet) => void) {
  const [, setParams] = useSearchParams();
  // The address changes only after some renders.
  const handled = useRef<string>(null);
  async function open(linked: string) {
    const before = activeSet()?.id;
    try {
      const set = await readSet(linked);
      // Meanwhile the person chose another one.
      if (![before, linked].includes(activeSet()?.id)) return;
      if (set?.status === "open") onLinked(set);
      else toast.info(SET_MESSAGES.gone);
    } catch (cause) {
      toast.failure(SET_MESSAGES.review(cause), cause);
    }
  }
  useEffect(() => {
    if (id === null) handled.current = null;
    if (id === null || handled.current === id) return;
    handled.current = id;
    setParams(
      (current) => {
        current.delete("review");
        return current;
      },
      { replace: true },
    );
    void open(id);
  });
}
