import { useState } from "react";
import type { ListParams } from "#app/lib/data/table-store.ts";

interface Shown<Row> {
  /** the list's current query */
  params: ListParams;
  rows: readonly Row[];
  /** the number of matches on all pages */
  total: number;
  /** the rows still belong to the previous query */
  isTurning: boolean;
}

/**
 * The selected rows: some on this page, or all matches. After a filter or page change, only rows still
 * shown stay selected. If the number of matches changes, "all matches" is reset.
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
  const [selected, setSelected] = useState({
    ids: new Set<string>(),
    all: 0,
    found,
    shown,
    last: "",
  });
  const isAll = selected.all > 0 && selected.all === total && selected.found === found;
  const ids = new Set(rows.flatMap(({ id }) => (isAll || selected.ids.has(id) ? id : [])));
  const set = (next: Iterable<string>, { all = 0, last = "" } = {}) =>
    setSelected({ ids: new Set(next), all, found, shown, last });
  if (selected.shown !== shown && !isTurning)
    set(ids, { all: isAll ? total : 0, last: selected.last });
  return {
    has: (id: string) => ids.has(id),
    /** @param isRange applies this row's new state to the range from the last one */
    toggle(id: string, isRange = false) {
      const to = rows.findIndex((row) => row.id === id);
      const from = isRange ? rows.findIndex((row) => row.id === selected.last) : -1;
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
    /** the selected ones among these rows */
    of: (among: readonly Row[]) => among.filter(({ id }) => ids.has(id)),
    /** the number selected across all pages; 0 if only rows of this page are selected */
    all: isAll ? total : 0,
    /** selects all matches, also on other pages */
    chooseFound: () => set(ids, { all: total }),
  };
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;
