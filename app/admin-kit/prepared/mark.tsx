import { use } from "react";
import { Dense } from "#app/admin-kit/forms/item-layout.tsx";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import type { RowValues } from "#app/lib/data/database.types.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { type PreparedRow, usePrepared } from "./prepared.ts";

/** The active set's name if it contains a draft of this field. */
export function usePreparedIn(
  place: { table: string; row: string; field?: string } | undefined,
): string | undefined {
  const prepared = usePrepared();
  const change = place && prepared?.rows.get(`${place.table}/${place.row}`);
  return place?.field && change?.columns.includes(place.field) ? prepared?.set.name : undefined;
}

/** Next to a field, with text only where there is room. Its bar shows at any width. */
export const FieldMark = ({ name }: { name: string }) => (
  <Badge tone="brand" className="@max-2xl:sr-only">
    <span className="max-w-40 truncate">In {name}</span>
  </Badge>
);

interface RowMarkProps {
  table: string;
  /** as it is in the set */
  row: StoredRow;
}

/** Above a list row: says that it is new in the active set, or which fields the set changes. */
export function RowMark({ table, row }: RowMarkProps) {
  const prepared = usePrepared();
  const change = prepared?.rows.get(`${table}/${row.id}`);
  return (
    prepared && change && <Mark table={table} row={row} change={change} name={prepared.set.name} />
  );
}

interface MarkProps extends RowMarkProps {
  change: PreparedRow;
  /** the set's name */
  name: string;
}

function Mark({ table, row, change: { operation, columns }, name }: MarkProps) {
  const isInTable = use(Dense);
  const labels = useFormLabels(table);
  if (!labels) return null;
  const order = Object.keys(labels);
  const fields = columns
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((column) => {
      const label = labels[column] ?? labelFromKey(column);
      const value = (row as unknown as RowValues)[column];
      // A switch's name alone would read as its state.
      return typeof value === "boolean" ? `${label} turned ${value ? "on" : "off"}` : label;
    });
  const badge = (
    <Badge tone="brand" className="!whitespace-normal">
      {operation === "INSERT" ? `New in ${name}` : `Changed in ${name}: ${fields.join(", ")}`}
    </Badge>
  );
  return isInTable ? (
    // Narrow rows place their other cells by number, from the top: it goes below them.
    <td className="col-span-full pt-1.5 max-lg:order-last">{badge}</td>
  ) : (
    <p className="px-3 pt-2.5">{badge}</p>
  );
}
