import { missingFor } from "#app/lib/errors/backend-error.ts";
import { type Answer, answered, explainZeroRows } from "../answers.ts";
import type { OrderedTable, PreparedTable, RowValues } from "../database.types.ts";
import { newUuid } from "../new-uuid.ts";
import type { ListFacts } from "../ordered-store.ts";
import { safeWrites } from "../safe-writes.ts";
import { supabase } from "../supabase.ts";
import type { ListParams, Order, Page, Several, StoredRow, StoreOptions } from "../table-store.ts";
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
 * Each row is a change of its own in a set. One that is refused leaves the others; without an answer the
 * rest is not tried.
 * @throws when none is done
 */
async function oneByOne<Given>(
  rows: readonly Given[],
  save: (row: Given) => Promise<{ row: Row }>,
): Promise<Several<Row>> {
  const done: Row[] = [];
  let cause: unknown;
  for (const row of rows) {
    try {
      done.push((await save(row)).row);
    } catch (refused) {
      cause ??= refused;
      if (missingFor(refused)) break;
    }
  }
  if (done.length === 0 && cause) throw cause;
  return { done, cause };
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
    remove: async ({ id }: StoredRow) => (await save("DELETE", id)).row,
    restore: (row: Row): Promise<Row> => insert(row),
    removeAll: (all: readonly StoredRow[]) => oneByOne(all, ({ id }) => save("DELETE", id)),
    updateAll: (all: readonly StoredRow[], changes: RowValues) =>
      oneByOne(all, async ({ id, updated_at }) => {
        const first = await save("UPDATE", id, changes, updated_at);
        // Somebody else was faster: these columns are changed of what is there now.
        return first.stale ? save("UPDATE", id, changes, first.row.updated_at) : first;
      }),
    restoreAll: (all: readonly Row[]) => oneByOne(all, (row) => save("INSERT", row.id, row)),
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
