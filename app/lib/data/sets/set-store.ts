import { type Answer, answered, explainZeroRows } from "../answers.ts";
import type { OrderedTable, PreparedTable, RowValues } from "../database.types.ts";
import { newUuid } from "../new-uuid.ts";
import type { ListFacts } from "../ordered-store.ts";
import { safeWrites } from "../safe-writes.ts";
import { oneByOne } from "../several.ts";
import { supabase } from "../supabase.ts";
import type { ListParams, Order, Page, StoredRow, StoreOptions } from "../table-store.ts";
import { type ActiveSet, tellPrepared } from "./active-set.ts";

type Row = StoredRow & RowValues;

/** Rows in the order of `by`, as the database puts them: null last, and first where it is turned round. */
function inOrderOf(rows: readonly Row[], by: Order): Row[] {
  const compare = (a: Row, b: Row) => {
    for (const [column, direction] of by) {
      const [one, other] = [a[column] ?? null, b[column] ?? null];
      if (one === other) continue;
      const isLater = one === null || (other !== null && one > other);
      return isLater === (direction === "asc") ? 1 : -1;
    }
    return 0;
  };
  return rows.toSorted(compare);
}

/** Those of the rows that are asked for: the words anywhere in the columns, in upper or lower case. */
export function asked(
  rows: readonly Row[],
  { q, filters = {}, sort = "" }: Omit<ListParams, "page" | "pageSize">,
  { search = [], order, sorts = {} }: StoreOptions,
): Row[] {
  const words = q.trim().toLowerCase();
  const matches = (row: Row) =>
    (!words || search.some((column) => `${row[column] ?? ""}`.toLowerCase().includes(words))) &&
    Object.entries(filters).every(([column, value]) => !value || String(row[column]) === value);
  return inOrderOf(rows.filter(matches), sorts[sort] ?? order);
}

/**
 * The calls of a table's store, made on a set of prepared changes instead of the live site: its rows as
 * they stand there, and every write an item of it. What is refused live is refused here, by the same error.
 */
export function setStore(set: ActiveSet, name: PreparedTable, options: StoreOptions) {
  const here = { of_set: set.id, list: name };
  const rows = async (): Promise<Row[]> =>
    (await answered(supabase().rpc("set_rows", here))) as Row[];
  /** Refused or not: perhaps the set is no longer open. */
  const told = <Data>(call: PromiseLike<Answer<Data>>) => answered(call).finally(tellPrepared);
  async function save(
    operation: "INSERT" | "UPDATE" | "DELETE",
    id: string,
    patch: RowValues = {},
    seen: string | null = null,
  ) {
    const { row, stale } = await told(
      supabase().rpc("set_save", { ...here, operation, id, patch, seen }),
    );
    return { row: (row as Row | null) ?? (await explainZeroRows()), stale };
  }

  const get = async (id: string) => (await rows()).find((row) => row.id === id) ?? null;
  const insert = async (values: RowValues) =>
    (await save("INSERT", String(values.id ?? newUuid()), values)).row;
  const write = (seen: Row, changes: RowValues) =>
    save("UPDATE", seen.id, changes, seen.updated_at);
  const remove = async ({ id }: StoredRow) => (await save("DELETE", id)).row;

  return {
    all: async () => inOrderOf(await rows(), options.order),
    async list({ page, pageSize, ...params }: ListParams): Promise<Page<Row>> {
      const found = asked(await rows(), params, options);
      const first = (page - 1) * pageSize;
      return { rows: found.slice(first, first + pageSize), total: found.length };
    },
    get,
    insert,
    ...safeWrites<Row, RowValues, RowValues>({ insert, get, write }),
    remove,
    restore: insert,
    // Each row is a change of its own in the set.
    removeAll: (all: readonly StoredRow[]) => oneByOne(all, remove),
    updateAll: (all: readonly StoredRow[], changes: RowValues) =>
      oneByOne(all, async ({ id, updated_at }) => {
        const first = await save("UPDATE", id, changes, updated_at);
        if (!first.stale) return first.row;
        // Someone else was faster: these columns are changed of what is there now.
        return (await save("UPDATE", id, changes, first.row.updated_at)).row;
      }),
    restoreAll: (all: readonly Row[]) => oneByOne(all, insert),
    async facts(): Promise<ListFacts> {
      const all = await rows();
      const orders = all.map(({ display_order }) => Number(display_order));
      return {
        total: all.length,
        active: all.filter(({ is_active }) => is_active).length,
        highestOrder: all.length > 0 ? Math.max(...orders) : undefined,
      };
    },
    reorder: (ids: string[]): Promise<unknown> =>
      told(supabase().rpc("set_reorder", { of_set: set.id, list: name as OrderedTable, ids })),
  };
}
