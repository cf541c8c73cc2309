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
type Columns = readonly [string, string] | undefined;
/** From so many on, a list of "rows" is a table. */
const MANY = 10;

interface ResourceItemsProps<Name extends OrderedTable, Draft extends object, Values> {
  resource: Resource<Name, Draft, Values>;
  rows: readonly RowOf<Name>[];
  /** how many there are without a search or filter: narrowing a list doesn't change its layout */
  total: number;
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
  total,
  onReorder,
  boxOf,
  actionsOf,
}: ResourceItemsProps<Name, Draft, Values>) {
  const isDense = resource.layout === "rows" && total >= MANY;
  const className = isDense
    ? "col-span-full grid grid-cols-subgrid *:col-span-full *:grid *:grid-cols-subgrid"
    : LAYOUTS[resource.layout ?? "list"];
  const item = (row: RowOf<Name>, handle: ReactNode) => (
    <Card
      dimmed={resource.dimmed(row)}
      className={
        isDense
          ? "col-span-full grid grid-cols-subgrid !rounded-none !border-0 !border-b !border-solid"
          : undefined
      }
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
  const list =
    onReorder && rows.length > 1 ? (
      <ReorderList rows={rows} nameOf={resource.nameOf} onReorder={onReorder} className={className}>
        {item}
      </ReorderList>
    ) : (
      <ul className={className}>
        {rows.map((row) => (
          <li key={row.id} className="min-w-0">
            {item(row, <DragHandle name={resource.nameOf(row)} disabled />)}
          </li>
        ))}
      </ul>
    );
  return isDense ? <Table columns={resource.columns}>{list}</Table> : list;
}

/** The rows and the names of their columns share one grid, so that they are aligned at any width. */
const Table = ({ columns, children }: { columns: Columns; children: ReactNode }) => (
  <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 rounded-lg border border-b-0 border-line lg:grid-cols-[auto_minmax(0,5fr)_minmax(0,6fr)_auto]">
    <div className="col-span-full grid grid-cols-subgrid border-b border-line px-3 py-1.5 text-xs font-medium text-ink-2">
      <p className="col-start-2">{columns?.[0]}</p>
      <p className="max-lg:hidden">{columns?.[1]}</p>
    </div>
    {children}
  </div>
);
