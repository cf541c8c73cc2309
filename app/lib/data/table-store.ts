import type { SupabaseClient } from "@supabase/supabase-js";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { type Answer, answered, checkRights, explainZeroRows } from "./answers.ts";
import type { Database, PreparedTable } from "./database.types.ts";
import { safeWrites } from "./safe-writes.ts";
import { type ActiveSet, activeSet } from "./sets/active-set.ts";
import { type Several, together } from "./several.ts";
import { supabase } from "./supabase.ts";

type Tables = Database["public"]["Tables"];
/** Those that are edited: the history writes itself, and functions alone write sets of changes. */
export type TableName = {
  [Name in keyof Tables]: Tables[Name]["Row"] extends StoredRow ? Name : never;
}[keyof Tables];
export type RowOf<Name extends TableName> = Tables[Name]["Row"];
export type InsertOf<Name extends TableName> = Tables[Name]["Insert"];
export type UpdateOf<Name extends TableName> = Tables[Name]["Update"];

/** What every editable row has: its identity and its version. */
export interface StoredRow {
  id: string;
  /** as the database said it: its microseconds are the row's version */
  updated_at: string;
}

/** What a list asks for; all of it lives in the address. */
export interface ListParams {
  /** words to search for, "" for none */
  q: string;
  /** from 1 */
  page: number;
  pageSize: number;
  /** column values that rows must equal; "" means any */
  filters?: Record<string, string>;
  /** one of the store's `sorts`; anything else is its own order */
  sort?: string;
}

export interface Page<Row> {
  rows: Row[];
  /** of all pages */
  total: number;
}

/** Characters that a regular expression without quote or backslash can only name (POSIX). */
const NAMED: Record<string, string> = {
  '"': "[[.quotation-mark.]]",
  "\\": "[[.backslash.]]",
  "^": "[[.circumflex.]]",
};

/**
 * PostgREST's `or` filter: any of `columns` contains `text` as it stands, in upper or lower case. A
 * regular expression without quote or backslash, because inside a quoted `ilike` the embedded
 * backend keeps the quotes as part of the pattern.
 */
export function containsFilter(columns: readonly string[], text: string): string {
  const pattern = text.replace(/[.*+?()[\]{}|$"\\^]/g, (sign) => NAMED[sign] ?? `[${sign}]`);
  return columns.map((column) => `${column}.imatch."${pattern}"`).join(",");
}

/** A query of PostgREST with `count: "exact"`, filtered and put in order. */
interface Countable<Row> {
  range: (
    first: number,
    last: number,
  ) => PromiseLike<{ data: Row[] | null; count: number | null; error: { code?: string } | null }>;
}

/**
 * One page of a query's rows, and how many there are in all: also behind the end, where rows were
 * deleted or the address is old. Throws the backend's error, and says when the rights to read are gone.
 */
export async function onePage<Row>(
  query: Countable<Row>,
  { page, pageSize }: Pick<ListParams, "page" | "pageSize">,
  client = supabase(),
): Promise<Page<Row>> {
  const first = (page - 1) * pageSize;
  const { data, count, error } = await query.range(first, first + pageSize - 1);
  // PGRST103: the page lies behind the end.
  if (error && error.code !== "PGRST103") throw error;
  if (data?.length) return { rows: data, total: count ?? data.length };
  if (page > 1) return { ...(await onePage(query, { page: 1, pageSize: 1 }, client)), rows: [] };
  // 'None yet' would be a lie to someone whose rights are gone.
  await checkRights(client);
  return { rows: [], total: 0 };
}

/** Columns and directions, most important first. */
export type Order = readonly (readonly [column: string, direction: "asc" | "desc"])[];

export interface StoreOptions {
  /** columns to search in */
  search?: readonly string[];
  order: Order;
  /** other orders that a person may choose, by their names in the address */
  sorts?: Record<string, Order>;
}

/**
 * The plain calls on one table, for a feature's queries.ts. Every write reads back what it wrote:
 * zero rows is an error, and an update of a row that changed since it was read is a StaleError.
 */
export function tableStore<Name extends TableName>(
  name: Name,
  { search = [], order, sorts = {} }: StoreOptions,
) {
  type Row = RowOf<Name>;
  // The name is a type parameter, which supabase-js's types can't follow; the signatures below can.
  const table = () => (supabase() as SupabaseClient).from(name);
  const one = async (call: PromiseLike<Answer<Row[]>>): Promise<Row> =>
    (await answered(call))[0] ?? explainZeroRows();

  /** The row as it is now, or null. */
  const get = async (id: string): Promise<Row | null> =>
    (await answered<Row[]>(table().select().eq("id", id)))[0] ?? null;
  const insert = (values: InsertOf<Name>): Promise<Row> => one(table().insert(values).select());
  async function write(seen: Row, changes: UpdateOf<Name>) {
    const written = await answered<Row[]>(
      table().update(changes).eq("id", seen.id).eq("updated_at", seen.updated_at).select(),
    );
    if (written[0]) return { row: written[0], stale: false };
    const row = await get(seen.id);
    if (!row || row.updated_at === seen.updated_at) return explainZeroRows();
    return { row, stale: true };
  }

  return {
    name,

    /** One page of the rows that match, and how many match in all; the database does the work. */
    async list({ q, filters = {}, sort = "", ...part }: ListParams): Promise<Page<Row>> {
      let query = table().select("*", { count: "exact" });
      if (q.trim() && search.length > 0) query = query.or(containsFilter(search, q.trim()));
      for (const [column, value] of Object.entries(filters))
        if (value) query = query.eq(column, value);
      for (const [column, direction] of sorts[sort] ?? order)
        query = query.order(column, { ascending: direction === "asc" });
      return onePage<Row>(query, part);
    },

    /** All rows, in the store's order; of tables that hold a thousand at most. */
    async all(): Promise<Row[]> {
      let query = table().select();
      for (const [column, direction] of order)
        query = query.order(column, { ascending: direction === "asc" });
      return answered<Row[]>(query);
    },

    get,
    insert,
    ...safeWrites<Row, InsertOf<Name>, UpdateOf<Name>>({ insert, get, write }),

    /** Deletes whatever version there is: the person saw the item and said yes. */
    remove: (row: StoredRow): Promise<Row> => one(table().delete().eq("id", row.id).select()),

    /** Puts a deleted row back as it was, under its old id. */
    restore: (row: Row): Promise<Row> => one(table().insert(row).select()),

    /** Deletes those that are still there, whatever version there is. */
    removeAll: (rows: readonly StoredRow[]): Promise<Several<Row>> =>
      together(rows, (ids) => table().delete().in("id", ids).select()),

    /** Changes the same columns of all, whatever else was changed of them. */
    updateAll: (rows: readonly StoredRow[], changes: UpdateOf<Name>): Promise<Several<Row>> =>
      together(rows, (ids) => table().update(changes).in("id", ids).select()),

    /** Puts deleted rows back in one statement; one that is there again stays as it is now. */
    async restoreAll(rows: readonly Row[]): Promise<Several<Row>> {
      const done = await answered<Row[]>(
        table()
          .upsert(rows as Row[], { onConflict: "id", ignoreDuplicates: true })
          .select(),
      );
      if (done.length === rows.length) return { done };
      return { done, cause: new RefusedError("Someone else restored the rest already") };
    },
  };
}

type Calls = Record<string, (...args: never[]) => Promise<unknown>>;

/**
 * A store whose rows can be prepared: what is asked of it is asked of the set that is on in this tab,
 * else of the live table. `here()` is the store of the set that is on now, and stays with it: for what may
 * be saved later, when another one is on.
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
