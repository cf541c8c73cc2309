import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

export let site: TestBackend;
export function withSite() {
  beforeEach(async () => {
    site = await openTestBackend();
  });
  afterEach(() => site.close());
}
export const isAdmin = async (client: SupabaseClient) => (await client.rpc("is_admin_user")).data;
