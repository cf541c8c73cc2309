import { useState } from "react";
import type { ListParams } from "#app/lib/data/table-store.ts";

interface Shown<Row> {
  /** what the list asks for */
  params: ListParams;
  rows: readonly Row[];
  /** how many are found, on all pages */
  total: number;
  /** the rows are still those of the question before */
  isTurning: boolean;
}

/**
 * Which rows are chosen: of this page, or all that the filters find. With other filters or on another page
 * those stay chosen that are still shown; when another number is found, all are not chosen any more.
 */
export function useSelection<Row extends { id: string }>({
  params,
  rows,
  total,
  isTurning,
}: Shown<Row>) {
  const { page: _, ...question } = params;
  const found = JSON.stringify(question);
  const shown = JSON.stringify(params);
  const [kept, setKept] = useState({
    ids: new Set<string>(),
    all: 0,
    found,
    shown,
    last: "",
  });
  const isAll = kept.all > 0 && kept.all === total && kept.found === found;
  const ids = new Set(rows.flatMap(({ id }) => (isAll || kept.ids.has(id) ? id : [])));
  const set = (next: Iterable<string>, { all = 0, last = "" } = {}) =>
    setKept({ ids: new Set(next), all, found, shown, last });
  if (kept.shown !== shown && !isTurning) set(ids, { all: isAll ? total : 0, last: kept.last });
  return {
    has: (id: string) => ids.has(id),
    /** @param isRange all from the last one to this one become as this one does */
    toggle(id: string, isRange = false) {
      const to = rows.findIndex((row) => row.id === id);
      const from = isRange ? rows.findIndex((row) => row.id === kept.last) : -1;
      const range =
        from < 0
          ? [id]
          : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
      const next = new Set(ids);
      for (const each of range)
        if (ids.has(id)) next.delete(each);
        else next.add(each);
      set(next, { last: id });
    },
    setAll: (chosen: readonly Row[]) => set(chosen.map(({ id }) => id)),
    clear: () => set([]),
    /** those of these rows that are chosen */
    of: (among: readonly Row[]) => among.filter(({ id }) => ids.has(id)),
    /** how many are chosen over all pages; 0: only some of this page */
    all: isAll ? total : 0,
    /** chooses what the filters find, on the other pages too */
    chooseFound: () => set(ids, { all: total }),
  };
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;
