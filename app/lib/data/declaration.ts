import type { LucideIcon } from "lucide-react";
import type { PublicPage } from "#app/content/index.ts";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { InsertOf, RowOf } from "#app/lib/data/table-store.ts";
import type { ListMessages } from "#app/lib/errors/list-messages.ts";

/**
 * All that is particular of a list that staff manage, as data: features/<table>/index.ts declares it,
 * and navigation, routes, sitemap, seed, message catalogue and journeys follow (docs/add-a-table.md).
 * It is part of every admin screen, so the code of forms and items is not in it (admin/screen.tsx).
 */
export interface Declaration<Name extends OrderedTable> {
  table: Name;
  /** of its screen: "/admin/faqs" */
  path: string;
  /**
   * Its link in the menu: the tens of the place are the group (1x is Website), smaller ones come first.
   * `within` is the screen that shows it as a tab instead.
   */
  menu: { label: string; Icon: LucideIcon; place: number; within?: string };
  title: string;
  description: string;
  words: {
    /** what one and several are called: "FAQ", "FAQs" */
    one: string;
    many: string;
    add: string;
    create: string;
    edit: string;
    search: string;
    empty: string;
    /** beside `empty`; undefined where that says it all */
    emptyHint: string | undefined;
  };
  messages: ListMessages;
  /** the question before a delete, word for word (rule L-8); `final` where it says that there is no Undo */
  confirm: {
    label: string;
    by?: "browser" | "dialog";
    title?: string;
    final?: boolean;
    /** of the dialog, beneath the question */
    details?: string;
  };
  /** what an item is called in messages and accessible names: its question, its title */
  nameOf: (row: RowOf<Name>) => string;
  /** columns that the list's search looks in */
  search: readonly (keyof RowOf<Name> & string)[];
  /** the public pages that show it */
  shownOn: readonly PublicPage[] | "every page";
  /** what an empty database starts with */
  seed?: () => Promise<readonly InsertOf<Name>[]>;
  /** said above the list while visitors see none of it */
  whenNoneActive?: string;
}

export const declareResource = <Name extends OrderedTable>(declaration: Declaration<Name>) =>
  declaration;

/** A declaration whose table does not matter to the reader. */
export type AnyDeclaration = { [Name in OrderedTable]: Declaration<Name> }[OrderedTable];

/** A folder's index.ts, and whether it declares a resource. */
export const declaredIn = (modules: readonly unknown[]): AnyDeclaration[] =>
  modules
    .flatMap((module) => (module as { resource?: AnyDeclaration }).resource ?? [])
    .toSorted((a, b) => a.menu.place - b.menu.place);

/** The sentences of all lists, by table. */
export const messagesOf = (declared: readonly AnyDeclaration[]): Record<string, ListMessages> =>
  Object.fromEntries(declared.map(({ table, messages }) => [table, messages]));
