import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { HistoryEntry, HistorySelection, HistoryStep } from "#app/lib/data/database.types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

export let site: TestBackend;
export let dana: SupabaseClient;
export let mia: SupabaseClient;
beforeAll(async () => {
  site = await openTestBackend();
  dana = await site.admin();
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  mia = await site.stranger();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate history`;
  });
});

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
