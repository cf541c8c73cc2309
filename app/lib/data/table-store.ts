import type { SupabaseClient } from "@supabase/supabase-js";
import type { Right } from "#app/lib/access/access.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { type Answer, answered, checkRights, explainZeroRows } from "./answers.ts";
import type { Database, PreparedTable } from "./database.types.ts";
import { safeWrites } from "./safe-writes.ts";
import { type ActiveSet, activeSet } from "./sets/active-set.ts";
import { type Several, together } from "./several.ts";
import { supabase } from "./supabase.ts";

type Tables = Database["public"]["Tables"];
/** The editable tables. The history is written by triggers, and change sets only by functions. */
export type TableName = {
  [Name in keyof Tables]: Tables[Name]["Row"] extends StoredRow ? Name : never;
}[keyof Tables];
export type RowOf<Name extends TableName> = Tables[Name]["Row"];
export type InsertOf<Name extends TableName> = Tables[Name]["Insert"];
export type UpdateOf<Name extends TableName> = Tables[Name]["Update"];

/** The columns of every editable row: its identity and its version. */
export interface StoredRow {
  id: string;
  /** unchanged from the database: its microseconds are the row's version */
  updated_at: string;
}

/** A list's query; all of it is stored in the URL. */
export interface ListParams {
  /** search words; "" for none */
  q: string;
  /** from 1 */
  page: number;
  pageSize: number;
  /** column values to match; "" matches any */
  filters?: Record<string, string>;
  /** one of the store's `sorts`; anything else means the default order */
  sort?: string;
}

export interface Page<Row> {
  rows: Row[];
  /** on all pages */
  total: number;
}

/** Characters that a regex without quotes or backslashes can only write by name (POSIX). */
const NAMED: Record<string, string> = {
  '"': "[[.quotation-mark.]]",
  "\\": "[[.backslash.]]",
  "^": "[[.circumflex.]]",
};

/**
 * PostgREST's `or` filter: any of `columns` contains `text` literally, ignoring case. Uses a
 * regular expression without quotes or backslashes, because the embedded backend keeps the quotes
 * of a quoted `ilike` as part of the pattern.
 */
export function containsFilter(columns: readonly string[], text: string): string {
  const pattern = text.replace(/[.*+?()[\]{}|$"\\^]/g, (sign) => NAMED[sign] ?? `[${sign}]`);
  return columns.map((column) => `${column}.imatch."${pattern}"`).join(",");
}

/** A PostgREST query with `count: "exact"`, filtered and sorted. */
interface Countable<Row> {
  range: (
    first: number,
    last: number,
  ) => PromiseLike<{ data: Row[] | null; count: number | null; error: { code?: string } | null }>;
}

/**
 * One page of a query's rows, with the total count. Also works past the last page, after deletions or
 * with an old link. Throws the backend's error, or an error when the read rights are gone.
 */
export async function onePage<Row>(
  query: Countable<Row>,
  { page, pageSize }: Pick<ListParams, "page" | "pageSize">,
  client = supabase(),
): Promise<Page<Row>> {
  const first = (page - 1) * pageSize;
  const { data, count, error } = await query.range(first, first + pageSize - 1);
  // PGRST103: the page is past the end.
  if (error && error.code !== "PGRST103") throw error;
  if (data?.length) return { rows: data, total: count ?? data.length };
  if (page > 1) return { ...(await onePage(query, { page: 1, pageSize: 1 }, client)), rows: [] };
  // Don't show "none yet" to someone who lost their rights.
  await checkRights(client);
  return { rows: [], total: 0 };
}

/** Columns with directions, most significant first. */
export type Order = readonly (readonly [column: string, direction: "asc" | "desc"])[];

export interface StoreOptions {
  /** columns that the search covers */
  search?: readonly string[];
  order: Order;
  /** other selectable sort orders, by their names in the URL */
  sorts?: Record<string, Order>;
  /** the rights of which one allows writes, if not `editContent` */
  needs?: readonly Right[] | undefined;
}

/**
 * The basic calls on one table, for a feature's queries.ts. Every write returns what it wrote. Zero
 * rows is an error, and updating a row that changed since it was read throws a StaleError.
 */
export function tableStore<Name extends TableName>(
  name: Name,
  { search = [], order, sorts = {}, needs }: StoreOptions,
) {
  type Row = RowOf<Name>;
  // supabase-js's types can't handle a generic table name; the signatures below restore the types.
  const table = () => (supabase() as SupabaseClient).from(name);
  const one = async (call: PromiseLike<Answer<Row[]>>): Promise<Row> =>
    (await answered(call))[0] ?? explainZeroRows(needs);

  /** The current row, or null. */
  const get = async (id: string): Promise<Row | null> =>
    (await answered<Row[]>(table().select().eq("id", id)))[0] ?? null;
  const insert = (values: InsertOf<Name>): Promise<Row> => one(table().insert(values).select());
  async function write(seen: Row, changes: UpdateOf<Name>) {
    const written = await answered<Row[]>(
      table().update(changes).eq("id", seen.id).eq("updated_at", seen.updated_at).select(),
    );
    if (written[0]) return { row: written[0], stale: false };
    const row = await get(seen.id);
    if (!row || row.updated_at === seen.updated_at) return explainZeroRows(needs, row);
    return { row, stale: true };
  }

  return {
    name,

    /** One page of the matching rows, with the total count; filtered and sorted by the database. */
    async list({ q, filters = {}, sort = "", ...part }: ListParams): Promise<Page<Row>> {
      let query = table().select("*", { count: "exact" });
      if (q.trim() && search.length > 0) query = query.or(containsFilter(search, q.trim()));
      for (const [column, value] of Object.entries(filters))
        if (value) query = query.eq(column, value);
      for (const [column, direction] of sorts[sort] ?? order)
        query = query.order(column, { ascending: direction === "asc" });
      return onePage<Row>(query, part);
    },

    /** All rows in the store's order, for tables with at most a thousand rows. */
    async all(): Promise<Row[]> {
      let query = table().select();
      for (const [column, direction] of order)
        query = query.order(column, { ascending: direction === "asc" });
      return answered<Row[]>(query);
    },

    get,
    insert,
    ...safeWrites<Row, InsertOf<Name>, UpdateOf<Name>>({ insert, get, write }),

    /** Deletes any version of the row: the user saw the item and confirmed. */
    remove: async ({ id }: StoredRow): Promise<Row> =>
      (await answered<Row[]>(table().delete().eq("id", id).select()))[0] ??
      explainZeroRows(needs, await get(id)),

    /** Restores a deleted row under its old id. */
    restore: (row: Row): Promise<Row> => one(table().insert(row).select()),

    /** Deletes the rows that still exist, whatever their version. */
    removeAll: (rows: readonly StoredRow[]): Promise<Several<Row>> =>
      together(rows, (ids) => table().delete().in("id", ids).select(), needs),

    /** Sets the same columns on all rows, regardless of other changes to them. */
    updateAll: (rows: readonly StoredRow[], changes: UpdateOf<Name>): Promise<Several<Row>> =>
      together(rows, (ids) => table().update(changes).in("id", ids).select(), needs),

    /** Restores deleted rows in one statement. Rows that exist again are left as they are. */
    async restoreAll(rows: readonly Row[]): Promise<Several<Row>> {
      const done = await answered<Row[]>(
        table()
          .upsert(rows as Row[], { onConflict: "id", ignoreDuplicates: true })
          .select(),
      );
      if (done.length === rows.length) return { done };
      return { done, cause: new RefusedError("Someone else already restored the rest") };
    },
  };
}

type Calls = Record<string, (...args: never[]) => Promise<unknown>>;

/**
 * A store that supports change sets: calls go to this tab's active set, or else to the live table.
 * `here()` is bound to the currently active set, for saves that may run after a switch.
 */
export function preparable<Store extends Calls>(
  name: PreparedTable,
  options: StoreOptions,
  live: Store,
) {
  const calls = Object.keys(live) as (keyof Store & string)[];
  const storeOf = (set: ActiveSet | undefined): Store =>
    set
      ? (Object.fromEntries(
          calls.map((call) => [
            call,
            async (...args: never[]) => {
              const { setStore } = await import("./sets/set-store.ts");
              return (setStore(set, name, options) as unknown as Store)[call]?.(...args);
            },
          ]),
        ) as Calls as Store)
      : live;
  const here = () => storeOf(activeSet());
  const following = Object.fromEntries(
    calls.map((call) => [call, (...args: never[]) => here()[call]?.(...args)]),
  ) as Store;
  return { ...following, name, here };
}
