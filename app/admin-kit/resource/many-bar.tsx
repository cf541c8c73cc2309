import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import Trash2 from "lucide-react/icons/trash-2";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { Names } from "#app/admin-kit/selection/names.tsx";
import { SelectionBar } from "#app/admin-kit/selection/selection-bar.tsx";
import { countItems, type ItemWords, useMany } from "#app/admin-kit/selection/use-many.ts";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { Several } from "#app/lib/data/several.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";

export interface SwitchedRow extends StoredRow {
  is_active: boolean;
}

/** The store calls for bulk actions. */
export interface ManyCalls {
  removeAll(rows: readonly StoredRow[]): Promise<Several<SwitchedRow>>;
  updateAll(
    rows: readonly StoredRow[],
    changes: { is_active: boolean },
  ): Promise<Several<SwitchedRow>>;
  restoreAll(rows: readonly StoredRow[]): Promise<Several<SwitchedRow>>;
}

interface ManyBarProps {
  table: OrderedTable;
  items: ItemWords;
  /** the selected rows */
  rows: readonly SwitchedRow[];
  nameOf: (row: SwitchedRow) => string;
  /** the calls for the current target, live or a set; Undo uses the same target */
  callsHere: () => ManyCalls;
  /** deleting can't be undone here */
  isFinal: boolean;
  onClear: () => void;
  /** a single item is deleted with its own delete flow */
  onDeleteOne: () => void;
}

const words = MESSAGES.many;

/** Bulk actions for a list's items: hide, show, delete. */
export function ManyBar({ table, items, rows, nameOf, callsHere, ...rest }: ManyBarProps) {
  const { isFinal, onClear, onDeleteOne } = rest;
  const many = useMany(table, items, nameOf);
  const hidden = rows.filter(({ is_active }) => !is_active);
  const shown = rows.filter(({ is_active }) => is_active);

  function turn(which: readonly SwitchedRow[], is_active: boolean) {
    const calls = callsHere();
    const to = (active: boolean) => ({
      run: (some: readonly SwitchedRow[]) => calls.updateAll(some, { is_active: active }),
      done: active ? words.shown : words.hidden,
      failed: words.updateFailed,
    });
    many.act(which, { ...to(is_active), undo: to(!is_active), after: onClear });
  }
  function remove() {
    if (rows.length === 1) return onDeleteOne();
    const calls = callsHere();
    const undo = { run: calls.restoreAll, done: words.restored, failed: words.restoreFailed };
    confirmDelete({
      by: "dialog",
      title: `Delete ${countItems(items, rows.length)}?`,
      label: isFinal
        ? "There's no Undo, but you can restore them from History."
        : "Undo brings them back.",
      details: <Names names={rows.map(nameOf)} />,
      onConfirm: () =>
        many.act(rows, {
          run: calls.removeAll,
          done: words.deleted,
          failed: words.deleteFailed,
          undo: isFinal ? undefined : undo,
          after: onClear,
        }),
    });
  }
  return (
    <SelectionBar
      items={items.many}
      count={countItems(items, rows.length)}
      isBusy={many.isPending}
      onClear={onClear}
    >
      {shown.length > 0 && (
        <Button size="sm" onClick={() => turn(shown, false)}>
          <EyeOff aria-hidden className="size-4" />
          Hide
        </Button>
      )}
      {hidden.length > 0 && (
        <Button size="sm" onClick={() => turn(hidden, true)}>
          <Eye aria-hidden className="size-4" />
          Show
        </Button>
      )}
      <Button size="sm" look="danger-ghost" onClick={remove}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
    </SelectionBar>
  );
}
