import type { ReactNode } from "react";
import { Dense } from "#app/admin-kit/forms/item-layout.tsx";
import { RowMark } from "#app/admin-kit/prepared/mark.tsx";
import { DragHandle } from "#app/admin-kit/reorder/drag-handle.tsx";
import { ReorderList } from "#app/admin-kit/reorder/reorder-list.tsx";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { Card } from "#app/ui/display/card.tsx";
import type { Resource } from "./resource.ts";

const LIST = "grid gap-3";
const LAYOUTS = { list: LIST, rows: LIST, grid: "grid items-start gap-4 lg:grid-cols-2" };
/** From so many on, a list of "rows" is a table. */
const MANY = 10;

interface ResourceItemsProps<Name extends OrderedTable, Draft extends object, Values> {
  resource: Resource<Name, Draft, Values>;
  rows: readonly RowOf<Name>[];
  /** left out while only a part of the list is shown: a part has no order of its own */
  onReorder: ((ids: string[]) => void) | undefined;
  /** its checkbox, before the handle */
  boxOf: (row: RowOf<Name>) => ReactNode;
  actionsOf: (row: RowOf<Name>) => ReactNode;
}

/** The rows of a resource as cards, to be put in order where the whole list is shown. */
export function ResourceItems<Name extends OrderedTable, Draft extends object, Values>({
  resource,
  rows,
  onReorder,
  boxOf,
  actionsOf,
}: ResourceItemsProps<Name, Draft, Values>) {
  const isDense = resource.layout === "rows" && rows.length >= MANY;
  const className = isDense
    ? "grid rounded-lg border border-b-0 border-line"
    : LAYOUTS[resource.layout ?? "list"];
  const item = (row: RowOf<Name>, handle: ReactNode) => (
    <Card
      dimmed={resource.dimmed(row)}
      className={isDense ? "!rounded-none !border-0 !border-b !border-solid" : undefined}
    >
      <RowMark table={resource.table} row={row.id} />
      <Dense value={isDense}>
        <resource.Item
          row={row}
          handle={
            <div className="flex max-sm:flex-col">
              {boxOf(row)}
              {handle}
            </div>
          }
          actions={actionsOf(row)}
        />
      </Dense>
    </Card>
  );
  if (onReorder && rows.length > 1)
    return (
      <ReorderList rows={rows} nameOf={resource.nameOf} onReorder={onReorder} className={className}>
        {item}
      </ReorderList>
    );
  return (
    <ul className={className}>
      {rows.map((row) => (
        <li key={row.id} className="min-w-0">
          {item(row, <DragHandle name={resource.nameOf(row)} disabled />)}
        </li>
      ))}
    </ul>
  );
}
