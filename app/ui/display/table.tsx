import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  className?: string;
}

interface TableProps<Row extends { id: string }> {
  /** what the table lists, for screen readers */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** shown on a darker background: lower opacity would cost the badges their contrast */
  setBack?: (row: Row) => boolean;
}

/** A ruled table. On narrow screens each row becomes a card with its column names. */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  rows,
  setBack,
}: TableProps<Row>) {
  return (
    <div className="table-frame overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="stacking-table w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  "px-3 py-2.5 first:pl-4 font-mono text-2xs font-medium tracking-wide whitespace-nowrap text-ink-2 uppercase",
                  column.className,
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={cx(
                "border-b border-line last:border-b-0 hover:bg-paper-2",
                setBack?.(row) && "bg-paper-2",
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx("px-3 py-3 align-top @min-[59rem]:first:pl-4", column.className)}
                >
                  <span className="column-name" aria-hidden>
                    {column.header}
                  </span>
                  <div className="min-w-0 wrap-anywhere">{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
