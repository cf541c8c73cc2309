import type { ComponentType, ReactNode } from "react";
import type { FormApi, Schema } from "#app/admin-kit/forms/use-form.ts";
import type { Filter } from "#app/admin-kit/lists/list-toolbar.tsx";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { Declaration } from "#app/lib/data/declaration.ts";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import type { NativeChoice } from "#app/ui/inputs/native-select.tsx";

export type Mode = "create" | "edit";

export interface ItemProps<Row> {
  row: Row;
  /** the drag handle and the edit and delete buttons; place them in the layout */
  handle: ReactNode;
  actions: ReactNode;
}

/**
 * The parts that differ between simple managers: the list's declaration, plus its form and items.
 * ResourceScreen has the shared parts (docs/admin-screens.md).
 */
export interface Resource<Name extends OrderedTable, Draft extends object, Values>
  extends Declaration<Name> {
  schema: Schema<Values>;
  /** the initial draft; `facts` are about the whole list, undefined when unknown */
  draftOf: (row: RowOf<Name> | undefined, facts: ListFacts | undefined) => Draft;
  labels: Record<keyof Draft & string, string>;
  Fields: ComponentType<{ form: FormApi<Draft>; mode: Mode }>;
  Item: ComponentType<ItemProps<RowOf<Name>>>;
  /** called after a change is stored, with the values before and after */
  saved?: (before: RowOf<Name>, now: Values) => void;
  /** whether to mute it because visitors don't see it */
  dimmed: (row: RowOf<Name>) => boolean;
  loading?: "spinner" | "skeleton";
  /** "rows" is a list that becomes a table when it has many items */
  layout?: "list" | "grid" | "rows";
  /** the headers of the table's two columns */
  columns?: readonly [string, string];
  /** default: active or inactive */
  filters?: readonly Filter[];
  pageSize?: number;
}

/** Rows per page. */
export const PAGE_SIZE = 50;

/** Filters a list by visibility to visitors. */
export const activeFilter = (inactive = "Inactive"): Filter => ({
  name: "is_active",
  label: "Show",
  choices: [
    { value: "", label: `Active or ${inactive.toLowerCase()}` },
    { value: "true", label: "Active" },
    { value: "false", label: inactive },
  ],
});
export const DEFAULT_FILTERS = [activeFilter()];

/** The sort orders that every orderedStore supports, by name. */
export const SORTS: readonly NativeChoice<string>[] = [
  { value: "", label: "Site order" },
  { value: "newest", label: "Newest first" },
  { value: "changed", label: "Recently changed first" },
];
