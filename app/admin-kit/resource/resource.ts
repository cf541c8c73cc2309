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
  /** the handle to drag by, edit, delete: place them */
  handle: ReactNode;
  actions: ReactNode;
}

/**
 * What differs between the simple managers: what is declared of the list, and here the code of its form
 * and its items. ResourceScreen is what is alike (docs/admin-screens.md).
 */
export interface Resource<Name extends OrderedTable, Draft extends object, Values>
  extends Declaration<Name> {
  schema: Schema<Values>;
  /** what the form starts with; `facts` are about the whole list, undefined when unknown */
  draftOf: (row: RowOf<Name> | undefined, facts: ListFacts | undefined) => Draft;
  labels: Record<keyof Draft & string, string>;
  Fields: ComponentType<{ form: FormApi<Draft>; mode: Mode }>;
  Item: ComponentType<ItemProps<RowOf<Name>>>;
  /** told once a change is stored: what was there before, and what is there now */
  saved?: (before: RowOf<Name>, now: Values) => void;
  /** set back, because visitors don't see it */
  dimmed: (row: RowOf<Name>) => boolean;
  loading?: "spinner" | "skeleton";
  /** "rows" is a list whose items become lines of a table once there are many */
  layout?: "list" | "grid" | "rows";
  /** the names of the two columns of such a table */
  columns?: readonly [string, string];
  /** active or not, when left out */
  filters?: readonly Filter[];
  pageSize?: number;
}

/** How many rows a list shows at once. */
export const PAGE_SIZE = 50;

/** Narrows a list to what visitors see, or to what they don't. */
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

/** The orders of every orderedStore, by their names there. */
export const SORTS: readonly NativeChoice<string>[] = [
  { value: "", label: "Site order" },
  { value: "newest", label: "Newest first" },
  { value: "changed", label: "Recently changed first" },
];

/** The head of a screen's document. */
export const adminMeta = (title: string) => [
  { title: `${title} · Admin` },
  { name: "robots", content: "noindex" },
];
