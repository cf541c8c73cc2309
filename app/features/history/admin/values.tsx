import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import type { RowValues } from "#app/lib/data/database.types.ts";
import { columnName, columnsOf, valueText, written } from "../columns.ts";
import { MarkedWords } from "./marked-words.tsx";

interface ValuesProps {
  table: string;
  /** null: there was no such row */
  before: RowValues | null | undefined;
  /** null: it is deleted */
  after: RowValues | null | undefined;
  /** left out: what `after` has, else `before` */
  columns?: readonly string[];
}

/** What a row held and holds, field by field, as its form calls and orders them. */
export function Values({
  table,
  before,
  after,
  columns = Object.keys(after ?? before ?? {}),
}: ValuesProps) {
  const labels = useFormLabels(table);
  if (!labels) return null;
  const whole = after ?? before;
  const said =
    before && after
      ? columnsOf(columns, labels)
      : written(columnsOf(columns, labels), labels).filter((column) => valueText(whole?.[column]));
  if (said.length === 0) return null;
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-paper-2">
      {said.map((column) => (
        <div key={column} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-xs/6 font-medium text-ink-2">{columnName(column, labels)}</dt>
          <dd>
            {before && after ? (
              <MarkedWords before={valueText(before[column])} after={valueText(after[column])} />
            ) : (
              <p className="text-sm/6 wrap-anywhere whitespace-pre-wrap">
                {valueText(whole?.[column])}
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
