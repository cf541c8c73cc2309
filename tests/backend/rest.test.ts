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
