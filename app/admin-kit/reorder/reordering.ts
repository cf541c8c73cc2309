/** The held item, and how it is held. */
interface Held {
  id: string;
  by: "pointer" | "keyboard";
  /** the order at pickup */
  from: readonly string[];
}

/** The state of a list being reordered. */
export interface Reordering {
  /** the list's actual order */
  ids: readonly string[];
  /** the order shown until the list catches up */
  order: readonly string[] | undefined;
  held: Held | undefined;
}

export type Action =
  | { type: "list"; ids: readonly string[] }
  | { type: "pick up"; id: string; by: Held["by"] }
  | { type: "move"; to: number }
  | { type: "drop" }
  | { type: "put back" };

export const atRest = (ids: readonly string[]): Reordering => ({
  ids,
  order: undefined,
  held: undefined,
});

export const shownOf = ({ order, ids }: Reordering) => order ?? ids;

/** `ids` with the one at `from` moved to `to`. */
export function moved(ids: readonly string[], from: number, to: number): string[] {
  const rest = ids.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ids[from] as string);
}

/** @returns the next state, and the order to store if it changed */
export function reordering(
  list: Reordering,
  action: Action,
): [next: Reordering, stores?: readonly string[]] {
  const { held } = list;
  const shown = shownOf(list);
  switch (action.type) {
    case "list":
      if (list.ids.join() === action.ids.join()) return [list];
      // The list now has the new order, or the old one because it was refused.
      if (shown.join() === action.ids.join())
        return [{ ...list, ids: action.ids, order: undefined }];
      return [atRest(action.ids)];
    case "pick up": {
      // Picking up another item drops the first.
      const [dropped, stores] = reordering(list, { type: "drop" });
      const { id, by } = action;
      return [{ ...dropped, held: { id, by, from: shown } }, stores];
    }
    case "move": {
      const from = held ? shown.indexOf(held.id) : -1;
      return from < 0 || from === action.to
        ? [list]
        : [{ ...list, order: moved(shown, from, action.to) }];
    }
    case "drop": {
      const isOther = held && shown.join() !== held.from.join();
      return [{ ...list, held: undefined }, isOther ? shown : undefined];
    }
    case "put back":
      return [held ? { ...list, order: held.from, held: undefined } : list];
  }
}
