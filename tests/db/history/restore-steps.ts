import type { SupabaseClient } from "@supabase/supabase-js";
import type { HistoryEntry, HistorySelection, HistoryStep } from "#app/lib/data/database.types.ts";
import { dana, site } from "./steps.ts";

export { dana, mia, site } from "./steps.ts";

export const entries = () =>
  site.sql<HistoryEntry[]>`select * from history order by changed_at desc, id`;
export const latest = async () => (await entries())[0] as HistoryEntry;
export const price = async (rate: string, service_name = "Storage") =>
  (
    await dana
      .from("pricing_items")
      .insert({ service_name, rate, display_order: 7 })
      .select()
      .single()
      .throwOnError()
  ).data;
export const setPrice = (client: SupabaseClient, id: string, values: object) =>
  client.from("pricing_items").update(values).eq("id", id).throwOnError();
export const stored = async (id: string) =>
  (await site.sql`select * from pricing_items where id = ${id}`)[0];
export const look = async (what: HistorySelection): Promise<HistoryStep[]> =>
  (await dana.rpc("history_look", { what }).throwOnError()).data;
export const restore = (what: HistorySelection, steps: HistoryStep[], client = dana) =>
  client.rpc("history_restore", {
    what,
    chosen: steps.map(({ table_name, row_id, version }) => ({ table_name, row_id, version })),
  });
