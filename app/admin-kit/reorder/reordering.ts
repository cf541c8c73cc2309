/** Where an item is picked up from, and by what. */
interface Held {
  id: string;
  by: "pointer" | "keyboard";
  /** the order when it was picked up */
  from: readonly string[];
}

/** A list that is being put in order. */
export interface Reordering {
  /** the list as it stands */
  ids: readonly string[];
  /** as it is shown until the list itself has this order */
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

/** @returns what an action makes of the list, and the order to store, if it is another one */
export function reordering(
  list: Reordering,
  action: Action,
): [next: Reordering, stores?: readonly string[]] {
  const { held } = list;
  const shown = shownOf(list);
  switch (action.type) {
    case "list":
      if (list.ids.join() === action.ids.join()) return [list];
      // The list itself has the new order now, or the old one again because it was refused.
      if (shown.join() === action.ids.join())
        return [{ ...list, ids: action.ids, order: undefined }];
      return [atRest(action.ids)];
    case "pick up": {
      // Anyone who holds one item and takes another has dropped the first.
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
