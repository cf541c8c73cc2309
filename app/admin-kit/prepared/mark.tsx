import { labelFromKey } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { usePrepared } from "./prepared.ts";

/** Beside a field: what stands in it is in the set that is on, and not live. */
export function FieldMark({ table, row, field }: { table: string; row: string; field: string }) {
  const prepared = usePrepared();
  const isPrepared = prepared?.rows.get(`${table}/${row}`)?.columns.includes(field);
  return isPrepared && <Badge tone="brand">In {prepared?.set.name}</Badge>;
}

/** Above a row of a list: that it is new in the set that is on, or which of its columns are. */
export function RowMark({ table, row }: { table: string; row: string }) {
  const prepared = usePrepared();
  const change = prepared?.rows.get(`${table}/${row}`);
  if (!prepared || !change) return null;
  const { name } = prepared.set;
  return (
    <p className="px-3 pt-2.5">
      <Badge tone="brand" className="!whitespace-normal">
        {change.operation === "INSERT"
          ? `New in ${name}`
          : `Changed in ${name}: ${change.columns.map(labelFromKey).join(", ")}`}
      </Badge>
    </p>
  );
}
