import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "#app/components/ui/toast.tsx";
import type { OrderedTable } from "#app/lib/database.types.ts";
import { MESSAGES } from "#app/lib/errors.ts";
import { useOptimistic } from "#app/lib/query-client.ts";
import { supabase } from "#app/lib/supabase.ts";
import { answered, type Page, type StoredRow } from "#app/lib/table-store.ts";

type Ordered = StoredRow & { display_order: number };

interface Reorder {
  ids: string[];
  /** the order before, to go back to; left out when this is the way back */
  before?: string[];
}

/**
 * Puts a whole list in order by one atomic call; shown at once, back when refused, Undo afterwards.
 * @returns takes the ids in their new order and in the one before
 */
export function useReorder(list: OrderedTable) {
  const client = useQueryClient();
  const queryKey = [list, "list"];
  const takeBackMessage = useRef<() => void>(undefined);
  const { mutate } = useOptimistic<Page<Ordered>, Reorder>({
    queryKey,
    scope: list,
    mutationFn: ({ ids }) => answered(supabase().rpc("reorder_items", { list, ids })),
    apply: (page, { ids }) => ({
      ...page,
      rows: page.rows
        .map((row) => ({ ...row, display_order: ids.indexOf(row.id) }))
        .sort((a, b) => a.display_order - b.display_order),
    }),
    onSuccess: (_, { before }) => {
      // Only the last change can be undone: an older message would undo those that followed too.
      takeBackMessage.current?.();
      takeBackMessage.current = before
        ? toast.success(MESSAGES.order.changed, {
            action: { label: "Undo", onClick: () => mutate({ ids: asItWas(before) }) },
          })
        : toast.success(MESSAGES.order.restored);
    },
    onError: (cause) => toast.failure(MESSAGES.order.failed, cause),
  });

  /** The order before, of the items that there are now; what was added since comes last. */
  function asItWas(before: readonly string[]): string[] {
    const pages = client.getQueriesData<Page<Ordered>>({ queryKey });
    const now = pages.flatMap(([, page]) => page?.rows ?? []).map(({ id }) => id);
    const all = new Set([...before.filter((id) => now.includes(id)), ...now]);
    return [...all];
  }

  return (ids: string[], before: string[]) => mutate({ ids, before });
}
