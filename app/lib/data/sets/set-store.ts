import { type Answer, answered, explainZeroRows } from "../answers.ts";
import type { OrderedTable, PreparedTable, RowValues, SetListWanted } from "../database.types.ts";
import { newUuid } from "../new-uuid.ts";
import type { ListFacts } from "../ordered-store.ts";
import { safeWrites } from "../safe-writes.ts";
import { oneByOne } from "../several.ts";
import { supabase } from "../supabase.ts";
import type { ListParams, Page, StoredRow, StoreOptions } from "../table-store.ts";
import { type ActiveSet, notifyPrepared } from "./active-set.ts";

type Row = StoredRow & RowValues;

/**
 * A table store that reads and writes a change set instead of the live site. Every write becomes an item of
 * the set. It refuses what the live store refuses, with the same errors.
 */
export function setStore(set: ActiveSet, name: PreparedTable, options: StoreOptions) {
  const here = { of_set: set.id, list: name };
  const { search = [], order, sorts = {}, needs } = options;
  async function ask(what: SetListWanted, page = 1, page_size?: number) {
    const part = { ...here, what, page, page_size };
    const { rows, ...more } = await answered(supabase().rpc("set_list", part));
    return { rows: rows as Row[], ...more };
  }
  /** Notifies even on failure, because the set may be closed by now. */
  const thenNotify = <Data>(call: PromiseLike<Answer<Data>>) =>
    answered(call).finally(notifyPrepared);
  async function save(
    operation: "INSERT" | "UPDATE" | "DELETE",
    id: string,
    patch: RowValues = {},
    seen: string | null = null,
  ) {
    const { row, stale } = await thenNotify(
      supabase().rpc("set_save", { ...here, operation, id, patch, seen }),
    );
    return { row: (row as Row | null) ?? (await explainZeroRows(needs)), stale };
  }

  const get = async (id: string) => (await ask({ filters: { id } })).rows[0] ?? null;
  const insert = async (values: RowValues) =>
    (await save("INSERT", String(values.id ?? newUuid()), values)).row;
  const write = (seen: Row, changes: RowValues) =>
    save("UPDATE", seen.id, changes, seen.updated_at);
  const remove = async ({ id }: StoredRow) => (await save("DELETE", id)).row;

  return {
    all: async () => (await ask({ order })).rows,
    async list({ q, filters = {}, sort = "", page, pageSize }: ListParams): Promise<Page<Row>> {
      const given = Object.entries(filters).filter(([, value]) => value);
      const { rows, total } = await ask(
        {
          words: q.trim(),
          search,
          filters: Object.fromEntries(given),
          order: sorts[sort] ?? order,
        },
        page,
        pageSize,
      );
      return { rows, total };
    },
    get,
    insert,
    ...safeWrites<Row, RowValues, RowValues>({ insert, get, write }),
    remove,
    restore: insert,
    // In a set, each row is a separate change.
    removeAll: (all: readonly StoredRow[]) => oneByOne(all, remove),
    updateAll: (all: readonly StoredRow[], changes: RowValues) =>
      oneByOne(all, async ({ id, updated_at }) => {
        const first = await save("UPDATE", id, changes, updated_at);
        if (!first.stale) return first.row;
        // Someone else changed it first. Apply these columns to the current version.
        return (await save("UPDATE", id, changes, first.row.updated_at)).row;
      }),
    restoreAll: (all: readonly Row[]) => oneByOne(all, insert),
    async facts(): Promise<ListFacts> {
      const { facts } = await ask({}, 1, 0);
      return { ...facts, highestOrder: facts.highestOrder ?? undefined };
    },
    reorder: (ids: string[]): Promise<unknown> =>
      thenNotify(
        supabase().rpc("set_reorder", { of_set: set.id, list: name as OrderedTable, ids }),
      ),
  };
}
