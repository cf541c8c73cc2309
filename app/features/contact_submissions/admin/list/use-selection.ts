import { useState } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";

/**
 * Which rows of the page are chosen. Another page, or another question, begins without any.
 * @param page says what is listed
 */
export function useSelection(page: string) {
  const [kept, setKept] = useState({ page, ids: new Set<string>() });
  const ids = kept.page === page ? kept.ids : new Set<string>();
  const set = (next: Iterable<string>) => setKept({ page, ids: new Set(next) });
  return {
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      set(next);
    },
    setAll: (rows: readonly Lead[]) => set(rows.map(({ id }) => id)),
    clear: () => set([]),
    /** those of these rows that are chosen */
    of: (rows: readonly Lead[]) => rows.filter(({ id }) => ids.has(id)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
