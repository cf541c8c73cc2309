import { use } from "react";
import { Dense } from "#app/admin-kit/forms/item-layout.tsx";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { usePrepared } from "./prepared.ts";

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

/** Above a list row: says that it is new in the active set, or which columns the set changes. */
export function RowMark({ table, row }: { table: string; row: string }) {
  const prepared = usePrepared();
  const isInTable = use(Dense);
  const change = prepared?.rows.get(`${table}/${row}`);
  if (!prepared || !change) return null;
  const { name } = prepared.set;
  const badge = (
    <Badge tone="brand" className="!whitespace-normal">
      {change.operation === "INSERT"
        ? `New in ${name}`
        : `Changed in ${name}: ${change.columns.map(labelFromKey).join(", ")}`}
    </Badge>
  );
  return isInTable ? (
    <td className="col-span-full pt-1.5">{badge}</td>
  ) : (
    <p className="px-3 pt-2.5">{badge}</p>
  );
}
