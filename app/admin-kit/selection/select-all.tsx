import type { ReactNode } from "react";
import { SelectBox } from "./select-box.tsx";
import type { Selection } from "./use-selection.ts";

interface SelectAllProps<Row extends { id: string }> {
  rows: readonly Row[];
  selection: Selection<Row>;
  /** its words on the screen, where it has any */
  children?: ReactNode;
}

/** Above the items' checkboxes: all of this page, or none. */
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
