import { useState } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import type { ListParams } from "#app/lib/data/table-store.ts";

/**
 * Which rows are chosen: of this page, or all that the filters find. Another page begins without any, other
 * filters too; when another number is found, all are not chosen any more.
 */
export function useSelection(
  { page, ...question }: ListParams,
  rows: readonly Lead[],
  total: number,
) {
  const asked = JSON.stringify(question);
  const [kept, setKept] = useState({ asked, page, ids: new Set<string>(), all: 0 });
  const isSame = kept.asked === asked;
  const all = isSame && kept.all > 0 && kept.all === total;
  const onPage = isSame && kept.page === page ? kept.ids : new Set<string>();
  const ids = all ? new Set(rows.map(({ id }) => id)) : onPage;
  const set = (next: Iterable<string>, most = 0) =>
    setKept({ asked, page, ids: new Set(next), all: most });
  return {
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      set(next);
    },
    setAll: (chosen: readonly Lead[]) => set(chosen.map(({ id }) => id)),
    clear: () => set([]),
    /** those of these rows that are chosen */
    of: (among: readonly Lead[]) => among.filter(({ id }) => ids.has(id)),
    /** how many are chosen over all pages; 0: only some of this page */
    all: all ? total : 0,
    /** chooses what the filters find, on the other pages too */
    chooseFound: () => set(ids, total),
  };
}

export type Selection = ReturnType<typeof useSelection>;
