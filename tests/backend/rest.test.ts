import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

test("a visitor reads rows through supabase-js", async () => {
  const { data, error } = await t.visitor().from("services").select("*");
  expect(error).toBeNull();
  expect(data).toBeInstanceOf(Array);
});

test("the admin is one and the stranger is not", async () => {
  const admin = await t.admin();
  const stranger = await t.stranger();
  expect((await admin.rpc("is_admin_user")).data).toBe(true);
  expect((await stranger.rpc("is_admin_user")).data).toBe(false);
});

test("times are ISO 8601, as PostgREST writes them, and find their row again", async () => {
  const { data } = await t.visitor().from("services").select("id, updated_at").limit(1);
  const { id, updated_at } = data?.[0] ?? {};
  expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/);
  const found = await t.visitor().from("services").select().eq("updated_at", updated_at);
  expect(found.data?.map((row) => row.id)).toContain(id);
});
