import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNotifySaved } from "#app/admin-kit/prepared/use-notify-saved.ts";
import { useOptimistic } from "#app/lib/data/query-client.ts";
import type { Page, StoredRow } from "#app/lib/data/table-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

type Ordered = StoredRow & { display_order: number };

interface Reorderable {
  /** the table */
  name: string;
  /** the calls for the current target, live or a set; Undo uses the same target */
  here: () => Pick<Reorder, "reorder">;
}

interface Reorder {
  reorder: (ids: string[]) => Promise<unknown>;
  ids: string[];
  /** the previous order, for Undo; omitted when this is an undo */
  before?: string[];
}

/**
 * Reorders a whole list optimistically, reverts on failure, and offers Undo.
 * @returns a mutation that takes the ids in their new and previous order
 */
export function useReorder({ name, here }: Reorderable) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  const queryKey = [name, "list"];
  const takeBackMessage = useRef<() => void>(undefined);
  const { mutate } = useOptimistic<Page<Ordered>, Reorder>({
    queryKey,
    scope: name,
    mutationFn: ({ reorder, ids }) => reorder(ids),
    apply: (page, { ids }) => ({
      ...page,
      rows: page.rows
        .map((row) => ({ ...row, display_order: ids.indexOf(row.id) }))
        .sort((a, b) => a.display_order - b.display_order),
    }),
    onSuccess: (_, { reorder, before }) => {
      // Only the latest change can be undone: an older Undo would also revert later changes.
      takeBackMessage.current?.();
      takeBackMessage.current = before
        ? notifySaved(MESSAGES.order.changed, {
            action: { label: "Undo", onClick: () => mutate({ reorder, ids: asItWas(before) }) },
          })
        : notifySaved(MESSAGES.order.restored);
    },
    onError: (cause) => toast.failure(MESSAGES.order.failed, cause),
  });

  /** The previous order of the items that still exist; newer items come last. */
  function asItWas(before: readonly string[]): string[] {
    const pages = client.getQueriesData<Page<Ordered>>({ queryKey });
    const now = pages.flatMap(([, page]) => page?.rows ?? []).map(({ id }) => id);
    const all = new Set([...before.filter((id) => now.includes(id)), ...now]);
    return [...all];
  }

  return (ids: string[], before: string[]) => mutate({ reorder: here().reorder, ids, before });
}
