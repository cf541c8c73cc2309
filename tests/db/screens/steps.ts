import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

export let site: TestBackend;
export let admin: SupabaseClient;
export function withSite() {
  beforeAll(async () => {
    site = await openTestBackend();
    admin = await site.admin();
  });
  afterAll(() => site.close());
}
