import type { ComponentType, ReactNode } from "react";
import type { Filter } from "#app/components/admin/list-toolbar.tsx";
import type { FormApi, Schema } from "#app/components/admin/use-form.ts";
import type { OrderedTable } from "#app/lib/database.types.ts";
import type { Page, RowOf, TableStore } from "#app/lib/table-store.ts";

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
  store: TableStore<Name>;
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
  /** the spec's sentences (lib/errors.ts) */
  messages: {
    load: (cause: unknown) => string;
    save: (cause: unknown, mode: Mode) => string;
    remove: (cause: unknown) => string;
    created: string;
    updated: string;
    deleted: string;
  };
  /** the question before a delete, in the spec's words */
  confirm: { label: string; by?: "browser" | "dialog"; title?: string };
  /** what an item is called in messages and accessible names: its question, its title */
  nameOf: (row: RowOf<Name>) => string;
  schema: Schema<Values>;
  /** what the form starts with; `page` tells how many there are */
  draftOf: (row: RowOf<Name> | undefined, page: Page<RowOf<Name>> | undefined) => Draft;
  labels: Record<keyof Draft & string, string>;
  Fields: ComponentType<{ form: FormApi<Draft>; mode: Mode }>;
  Item: ComponentType<ItemProps<RowOf<Name>>>;
  /** set back, because visitors don't see it */
  dimmed: (row: RowOf<Name>) => boolean;
  /** said above the list */
  notice?: (page: Page<RowOf<Name>>) => ReactNode;
  loading?: "spinner" | "skeleton";
  layout?: "list" | "grid";
  filters?: readonly Filter[];
  pageSize?: number;
}
