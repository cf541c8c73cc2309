import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/**
 * Opens the set that the address names as `review=<id>`, once: a link from an email or the dashboard. The
 * parameter is removed, so that a reload doesn't open it again.
 * @param id null: the address names none
 * @param sets the open sets, once they are known
 */
export function useLinkedReview(
  id: string | null,
  sets: readonly ChangeSet[] | undefined,
  onLinked: (set: ChangeSet) => void,
) {
  const [, setParams] = useSearchParams();
  // The address changes only after some renders.
  const handled = useRef<string>(null);
  useEffect(() => {
    if (id === null) handled.current = null;
    if (id === null || !sets || handled.current === id) return;
    handled.current = id;
    const linked = sets.find((set) => set.id === id);
    setParams(
      (current) => {
        current.delete("review");
        return current;
      },
      { replace: true },
    );
    if (linked) onLinked(linked);
    else toast.info(SET_MESSAGES.gone);
  });
}
