import type { ComponentType, ReactNode } from "react";
import type { ConfirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import type { FormApi, Schema } from "#app/admin-kit/forms/use-form.ts";
import type { Filter } from "#app/admin-kit/lists/list-toolbar.tsx";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { ListFacts, OrderedStore } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import type { Choice } from "#app/ui/inputs/select.tsx";

export type Mode = "create" | "edit";

export interface ItemProps<Row> {
  row: Row;
  /** the handle to drag by, edit, delete: place them */
  handle: ReactNode;
  actions: ReactNode;
}

/**
 * What differs between the simple managers, as data; ResourceScreen is what is alike
 * (docs/admin-screens.md).
 */
export interface Resource<Name extends OrderedTable, Draft extends object, Values> {
  store: OrderedStore<Name>;
  title: string;
  description: string;
  words: {
    add: string;
    create: string;
    edit: string;
    search: string;
    empty: string;
    emptyHint?: string;
  };
  /** the list's sentences (lib/errors/messages.ts) */
  messages: {
    load: (cause: unknown) => string;
    save: (cause: unknown, mode: Mode) => string;
    remove: (cause: unknown) => string;
    created: string;
    updated: string;
    deleted: string;
  };
  /** the question before a delete, word for word (rule L-8); `final` where it says that there is no Undo */
  confirm: Pick<ConfirmDelete, "label" | "by" | "title"> & { final?: boolean };
  /** what an item is called in messages and accessible names: its question, its title */
  nameOf: (row: RowOf<Name>) => string;
  schema: Schema<Values>;
  /** what the form starts with; `facts` are about the whole list, undefined when unknown */
  draftOf: (row: RowOf<Name> | undefined, facts: ListFacts | undefined) => Draft;
  labels: Record<keyof Draft & string, string>;
  Fields: ComponentType<{ form: FormApi<Draft>; mode: Mode }>;
  Item: ComponentType<ItemProps<RowOf<Name>>>;
  /** set back, because visitors don't see it */
  dimmed: (row: RowOf<Name>) => boolean;
  /** said above the list while visitors see none of it */
  whenNoneActive?: string;
  loading?: "spinner" | "skeleton";
  layout?: "list" | "grid";
  /** active or not, when left out */
  filters?: readonly Filter[];
  pageSize?: number;
}

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
export const SORTS: readonly Choice<string>[] = [
  { value: "", label: "As on the site" },
  { value: "newest", label: "Newest first" },
  { value: "changed", label: "Last changed first" },
];
