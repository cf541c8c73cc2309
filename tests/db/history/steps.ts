import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, expect } from "vitest";
import type { HistoryEntry } from "#app/lib/data/database.types.ts";
import { admin as dana, mia, site, withTwoAdmins } from "../steps.ts";

export { dana, mia, site };
export function withSite() {
  withTwoAdmins();
  beforeEach(async () => {
    await empty();
  });
}

/** Bypasses the guard as only replication can, which skips triggers. */
export const around = (statement: string) =>
  site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });
export const empty = () => around("truncate history");
/** Makes all entries older. */
export const wait = (interval: string) =>
  around(`update history set began_at = began_at - interval '${interval}',
    changed_at = changed_at - interval '${interval}'`);

export const entries = () =>
  site.sql<HistoryEntry[]>`select * from history order by changed_at, id`;
const text = { page_name: "home", section_name: "hero", content_key: "title" };

export async function write(client: SupabaseClient, content_value: string) {
  const { error } = await client.from("site_content").update({ content_value }).match(text);
  expect(error).toBeNull();
}

export async function addService(title = "Kitting") {
  const { data } = await dana
    .from("services")
    .insert({ title, display_order: 3 })
    .select()
    .single()
    .throwOnError();
  return data;
}
