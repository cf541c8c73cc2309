import type { LucideIcon } from "lucide-react";
import type { PublicPage } from "#app/content/index.ts";
import type { Right } from "#app/lib/access/access.ts";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { InsertOf, RowOf } from "#app/lib/data/table-store.ts";
import type { ListMessages } from "#app/lib/errors/list-messages.ts";

/**
 * Everything specific to a list that staff manage, as data. features/<table>/index.ts declares it.
 * Navigation, routes, sitemap, seed, messages and end-to-end tests derive from it
 * (docs/add-a-table.md). Every admin screen loads it, so form and item code lives elsewhere
 * (admin/screen.tsx).
 */
export interface Declaration<Name extends OrderedTable> {
  table: Name;
  /** the screen's path: "/admin/faqs" */
  path: string;
  /**
   * Its menu link. The tens digit of `place` is the group (1x is Website); lower places come first.
   * `parentScreen` is the screen that shows it as a tab instead.
   */
  menu: { label: string; Icon: LucideIcon; place: number; parentScreen?: string };
  /** the rights of which one opens the screen, if not `editContent` */
  needs?: readonly Right[];
  title: string;
  description: string;
  words: {
    /** the singular and plural: "FAQ", "FAQs" */
    one: string;
    many: string;
    add: string;
    create: string;
    edit: string;
    search: string;
    empty: string;
    /** shown with `empty`; undefined if nothing needs adding */
    emptyHint: string | undefined;
  };
  messages: ListMessages;
  /** the exact confirmation of rule L-8; `final` if it says that there is no Undo */
  confirm: {
    label: string;
    by?: "browser" | "dialog";
    title?: string;
    final?: boolean;
    /** shown in the dialog below the question */
    details?: string;
  };
  /** an item's name in messages and accessible names: its question, its title */
  nameOf: (row: RowOf<Name>) => string;
  /** columns that the search covers */
  search: readonly (keyof RowOf<Name> & string)[];
  /** the public pages that show the list */
  shownOn: readonly PublicPage[] | "every page";
  /** the rows of an empty database */
  seed?: () => Promise<readonly InsertOf<Name>[]>;
  /** shown above the list while visitors see none of it */
  whenNoneActive?: string;
}

export const declareResource = <Name extends OrderedTable>(declaration: Declaration<Name>) =>
  declaration;

/** A declaration of any table. */
export type AnyDeclaration = { [Name in OrderedTable]: Declaration<Name> }[OrderedTable];

/** The declarations among the folders' index.ts modules, in menu order. */
export const declaredIn = (modules: readonly unknown[]): AnyDeclaration[] =>
  modules
    .flatMap((module) => (module as { resource?: AnyDeclaration }).resource ?? [])
    .toSorted((a, b) => a.menu.place - b.menu.place);

/** The messages of all lists, by table. */
export const messagesOf = (declared: readonly AnyDeclaration[]): Record<string, ListMessages> =>
  Object.fromEntries(declared.map(({ table, messages }) => [table, messages]));
