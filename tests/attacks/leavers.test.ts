import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, expect, test } from "vitest";
import { readArrival } from "#app/features/auth/arrival.ts";
import { linkIn, mailTo, partsOf, pressLink } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { tables } from "#tests/tables/index.ts";
import { browser, OWNER, STRANGER, t, withSite } from "./accounts-steps.ts";

withSite();

/** Mallory is an admin until `remove`, and stays signed in afterwards. */
let mallory: SupabaseClient;
let remove: () => Promise<unknown>;
const FRIEND = "friend@example.com";
const GOOD = "eleven-pallets-left";
beforeEach(async () => {
  const [row] = await t.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email} returning user_id`;
  mallory = browser(STRANGER).client;
  await mallory.auth.signInWithPassword(people.stranger);
  const owner = browser(OWNER).client;
  await owner.auth.signInWithPassword(people.admin);
  remove = async () => owner.rpc("admin_remove", { user_id: row?.user_id }).throwOnError();
});

const invite = () =>
  mallory.functions.invoke("admin-invite", { body: { email: FRIEND, fullName: "Fred" } });
const admins = async () => (await t.sql`select from admins`).length;

test("revokes a removed admin's invitation, unopened or opened", async () => {
  expect((await invite()).error).toBeNull();
  const link = partsOf(linkIn((await mailTo(t, FRIEND)).text));
  await remove();
  const late = await t.visitor().auth.verifyOtp(link);
  expect(late.error?.code).toBe("otp_expired");
  expect(await t.sql`select from auth.users where email = ${FRIEND}`).toEqual([]);
  expect(await admins()).toBe(1);
});

test("revokes a removed admin's invitation after a password was chosen", async () => {
  await invite();
  const { client } = await pressLink(t, FRIEND);
  expect((await client.auth.updateUser({ password: GOOD })).error).toBeNull();
  await remove();
  expect((await client.rpc("accept_admin_invitation")).data).toBe(false);
  expect((await client.rpc("is_admin_user")).data).toBe(false);
  expect(await admins()).toBe(1);
});

test("a removed admin's preview link opens nothing", async () => {
  const { id } = (await mallory.rpc("set_create", { name: "Secret" }).throwOnError()).data;
  const { token } = (await mallory.rpc("preview_link_create", { of_set: id }).throwOnError()).data;
  await remove();
  const { data } = await t.visitor().rpc("preview_link_open", { token });
  expect(data).toEqual({ state: "revoked" });
});

test("sends no lead to a removed admin's webhook or address", async () => {
  await addWebhook(mallory, { url: "https://hooks.evil.invalid/" });
  await mallory.from("lead_recipients").insert({ email: people.stranger.email }).throwOnError();
  await remove();
  await t.sql`insert into contact_submissions ${t.sql(tables.contact_submissions.make())}`;
  expect(await t.sql`select from webhook_deliveries`).toEqual([]);
  expect(await t.sql`select from lead_recipients where is_active`).toEqual([]);
});

test("gives a signed-in removed admin no other way in", async () => {
  const { id } = (await mallory.rpc("set_create", { name: "Later" }).throwOnError()).data;
  await remove();
  const [owner] = await t.sql`select user_id from admins`;
  const calls = [
    mallory.rpc("admin_invite", { email: FRIEND }),
    mallory.rpc("admin_remove", { user_id: owner?.user_id }),
    mallory.rpc("admin_left_open", { user_id: owner?.user_id }),
    mallory.rpc("preview_link_create", { of_set: id }),
    mallory.rpc("set_schedule", { of_set: id, publish_at: "2999-01-01" }),
    mallory.rpc("webhook_save", {
      name: "Orders",
      url: "https://hooks.evil.invalid/",
      events: ["lead.created"],
      active: true,
    }),
  ];
  for (const { error } of await Promise.all(calls)) expect(error?.code).toBe("42501");
  expect((await invite()).error).not.toBeNull();
  expect(await admins()).toBe(1);
  expect(await t.sql`select from admin_invitations`).toEqual([]);
});

test.each([
  "#error=access_denied&error_description=Your+account+is+locked.+Call+555+0100",
  "#error_description=%3Cb%3ECall%20555%200100%3C/b%3E&error_code=555+0100",
  "#error=555%200100&type=recovery&access_token=555+0100",
])("never shows a stranger's words in %s", (hash) => {
  expect(readArrival(hash).error).toMatch(/^(This link was rejected|This link didn't work)$/);
});
