import type { SupabaseClient } from "@supabase/supabase-js";
import { answered } from "./answers.ts";
import type { OrderedTable } from "./database.types.ts";
import { supabase } from "./supabase.ts";
import { tableStore } from "./table-store.ts";

/** What is true of a whole ordered list, whatever part of it is searched for or shown. */
export interface ListFacts {
  total: number;
  /** how many visitors see */
  active: number;
  /** undefined when the list is empty */
  highestOrder: number | undefined;
}

/** Throws the backend's error. */
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

/** A table whose rows staff put in order; equal display_order: by age, then id. */
export const orderedStore = <Name extends OrderedTable>(name: Name, search: readonly string[]) => ({
  ...tableStore(name, {
    search,
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
  }),
  facts: () => listFacts(name),

  /** Puts the whole list into this order by one atomic call. */
  reorder: (ids: string[]): Promise<unknown> =>
    answered(supabase().rpc("reorder_items", { list: name, ids })),
});

export type OrderedStore<Name extends OrderedTable> = ReturnType<typeof orderedStore<Name>>;
