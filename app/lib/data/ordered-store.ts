import type { SupabaseClient } from "@supabase/supabase-js";
import type { Right } from "#app/lib/access/access.ts";
import { answered } from "./answers.ts";
import type { OrderedTable } from "./database.types.ts";
import { supabase } from "./supabase.ts";
import { preparable, type StoreOptions, tableStore } from "./table-store.ts";

/** Facts about a whole ordered list, regardless of search and paging. */
export interface ListFacts {
  total: number;
  /** the number visible to visitors */
  active: number;
  /** undefined when the list is empty */
  highestOrder: number | undefined;
}

/** @throws the backend's error */
async function listFacts(name: OrderedTable): Promise<ListFacts> {
  const table = () => (supabase() as SupabaseClient).from(name);
  const [last, active] = await Promise.all([
    table()
      .select("display_order", { count: "exact" })
      .order("display_order", { ascending: false })
      .limit(1)
      .throwOnError(),
    table().select("id", { count: "exact" }).eq("is_active", true).limit(1).throwOnError(),
  ]);
  return {
    total: last.count ?? 0,
    active: active.count ?? 0,
    highestOrder: last.data[0]?.display_order,
  };
}

/** Ties in display_order go by age, then id. */
const ORDERS = {
  order: [
    ["display_order", "asc"],
    ["created_at", "asc"],
    ["id", "asc"],
  ],
  sorts: {
    newest: [
      ["created_at", "desc"],
      ["id", "desc"],
    ],
    changed: [
      ["updated_at", "desc"],
      ["id", "desc"],
    ],
  },
} as const;

/** The store of a table with a manual order, for the live site or a change set. */
export function orderedStore<Name extends OrderedTable>(
  name: Name,
  search: readonly string[],
  needs?: readonly Right[],
) {
  const options: StoreOptions = { search, ...ORDERS, needs };
  const { name: _, ...live } = tableStore(name, options);
  return {
    ...preparable(name, options, {
      ...live,
      facts: () => listFacts(name),

      /** Saves the order of the whole list in one atomic call. */
      reorder: (ids: string[]): Promise<unknown> =>
        answered(supabase().rpc("reorder_items", { list: name, ids })),
    }),
    name,
  };
}

export type OrderedStore<Name extends OrderedTable> = ReturnType<typeof orderedStore<Name>>;
