import type { ReactNode } from "react";
import { SelectBox } from "./select-box.tsx";
import type { Selection } from "./use-selection.ts";

interface SelectAllProps<Row extends { id: string }> {
  rows: readonly Row[];
  selection: Selection<Row>;
  /** its visible label, if any */
  children?: ReactNode;
}

/** Selects all or none of this page, above the items' checkboxes. */
export const SelectAll = <Row extends { id: string }>({
  rows,
  selection,
  children,
}: SelectAllProps<Row>) => (
  <SelectBox
    label="Select all on this page"
    checked={rows.every(({ id }) => selection.has(id))}
    some={rows.some(({ id }) => selection.has(id))}
    onChange={(all) => selection.setAll(all ? rows : [])}
  >
    {children}
  </SelectBox>
);
