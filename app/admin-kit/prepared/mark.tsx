import { use } from "react";
import { Dense } from "#app/admin-kit/forms/item-layout.tsx";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { usePrepared } from "./prepared.ts";

/** The name of the set that is on where it has this field's text, which is not live then. */
export function usePreparedIn(
  place: { table: string; row: string; field?: string } | undefined,
): string | undefined {
  const prepared = usePrepared();
  const change = place && prepared?.rows.get(`${place.table}/${place.row}`);
  return place?.field && change?.columns.includes(place.field) ? prepared?.set.name : undefined;
}

/** Beside a field, in words only where there is room for them: its bar is seen at any width. */
export const FieldMark = ({ name }: { name: string }) => (
  <Badge tone="brand" className="@max-2xl:sr-only">
    <span className="max-w-40 truncate">In {name}</span>
  </Badge>
);

/** Above a row of a list: that it is new in the set that is on, or which of its columns are. */
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
