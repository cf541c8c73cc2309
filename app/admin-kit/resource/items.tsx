import { type ReactNode, useState } from "react";
import { Dense } from "#app/admin-kit/forms/item-layout.tsx";
import { RowMark } from "#app/admin-kit/prepared/mark.tsx";
import { DragHandle } from "#app/admin-kit/reorder/drag-handle.tsx";
import { ReorderList } from "#app/admin-kit/reorder/reorder-list.tsx";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { cx } from "#app/ui/cx.ts";
import { Card } from "#app/ui/display/card.tsx";
import type { Resource } from "./resource.ts";

const LIST = "grid gap-3";
const LAYOUTS = { list: LIST, rows: LIST, grid: "grid items-start gap-4 lg:grid-cols-2" };
type Columns = readonly [string, string] | undefined;
/** From this many items on, a list of "rows" becomes a table. */
const MANY = 10;
const BODY = "col-span-full grid grid-cols-subgrid";
const ROW = `${BODY} items-center border-b border-line px-3 py-1`;

interface ResourceItemsProps<Name extends OrderedTable, Draft extends object, Values> {
  resource: Resource<Name, Draft, Values>;
  rows: readonly RowOf<Name>[];
  /** the count without search or filters, so that narrowing a list doesn't change its layout */
  total: number;
  /** omitted while only part of the list is shown, because a part can't be reordered */
  onReorder: ((ids: string[]) => void) | undefined;
  /** its checkbox, before the handle */
  boxOf: (row: RowOf<Name>) => ReactNode;
  actionsOf: (row: RowOf<Name>) => ReactNode;
}

/** The items of a resource as cards, reorderable when the whole list is shown. */
export function ResourceItems<Name extends OrderedTable, Draft extends object, Values>({
  resource,
  rows,
  total,
  onReorder,
  boxOf,
  actionsOf,
}: ResourceItemsProps<Name, Draft, Values>) {
  // A table stays a table when items are removed: a layout change would lose the rows' focus.
  const [most, setMost] = useState(total);
  if (total > most) setMost(total);
  const isDense = resource.layout === "rows" && most >= MANY;
  const parts = (row: RowOf<Name>, handle: ReactNode) => (
    <>
      <RowMark table={resource.table} row={row} />
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
    </>
  );
  const item = (row: RowOf<Name>, handle: ReactNode) =>
    isDense ? parts(row, handle) : <Card dimmed={resource.dimmed(row)}>{parts(row, handle)}</Card>;
  const fixed = (row: RowOf<Name>) =>
    item(row, <DragHandle name={resource.nameOf(row)} disabled />);
  const className = isDense ? BODY : LAYOUTS[resource.layout ?? "list"];
  const rowClassName = (row: RowOf<Name>) =>
    isDense
      ? cx(ROW, "last:border-b-0", resource.dimmed(row) && "border-dashed bg-paper *:opacity-85")
      : "";
  const sortable = onReorder && rows.length > 1 && (
    <ReorderList
      rows={rows}
      nameOf={resource.nameOf}
      onReorder={onReorder}
      className={className}
      rowClassName={rowClassName}
    >
      {item}
    </ReorderList>
  );
  if (isDense)
    return (
      <Dense value>
        <Table caption={resource.title} columns={resource.columns}>
          {sortable || (
            <tbody className={className}>
              {rows.map((row) => (
                <tr key={row.id} className={rowClassName(row)}>
                  {fixed(row)}
                </tr>
              ))}
            </tbody>
          )}
        </Table>
      </Dense>
    );
  return (
    sortable || (
      <ul className={className}>
        {rows.map((row) => (
          <li key={row.id} className="min-w-0">
            {fixed(row)}
          </li>
        ))}
      </ul>
    )
  );
}

interface TableProps {
  caption: string;
  columns: Columns;
  children: ReactNode;
}

/** Rows and column headers share one grid, so that they align at any width. */
const Table = ({ caption, columns, children }: TableProps) => (
  <table className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 rounded-lg border border-line bg-surface lg:grid-cols-[auto_minmax(0,5fr)_minmax(0,6fr)_auto]">
    <caption className="sr-only">{caption}</caption>
    <thead className={BODY}>
      <tr className={cx(ROW, "text-left text-xs text-ink-2 *:font-medium")}>
        <th scope="col" className="sr-only">
          Select and move
        </th>
        <th scope="col" className="col-start-2">
          {columns?.[0]}
        </th>
        <th scope="col" className="max-lg:hidden">
          {columns?.[1]}
        </th>
        <th scope="col" className="sr-only">
          Actions
        </th>
      </tr>
    </thead>
    {children}
  </table>
);
