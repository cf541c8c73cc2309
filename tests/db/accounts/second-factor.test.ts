import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, test } from "vitest";
import { signInStaff } from "#tests/access/everyone.ts";
import { moveToNoon } from "#tests/support/clock.ts";
import { setUpApp } from "#tests/support/stand-ins/authenticator.ts";
import { site, withSite } from "../steps.ts";

let owner: SupabaseClient;
withSite(async () => {
  await moveToNoon(site.sql);
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
});
beforeEach(async () => {
  await site.sql`delete from auth.mfa_factors`;
  await site.sql`delete from private.second_factor_rules`;
  owner = await site.admin();
  await site.sql`delete from private.account_notices`;
});

const idOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? "";
const emailOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.email;
const mayEdit = async (client: SupabaseClient) => (await client.rpc("my_roles")).data;
const requireFrom = (from: string | null, ...roles: string[]) =>
  owner.rpc("set_second_factor_rules", { roles, required_from: from });
const day = async (days: number) =>
  String((await site.sql`select (private.company_day() + ${days}::int)::text as day`)[0]?.day);

describe("a role that needs one", () => {
  test("opens nothing without it, and everything once it is set up", async () => {
    await setUpApp(owner);
    const editor = await signInStaff(site, "editor");
    const sales = await signInStaff(site, "sales");
    expect((await requireFrom(null, "editor", "admin")).error).toBeNull();
    expect(await mayEdit(editor)).toEqual([]);
    expect(await mayEdit(sales)).toEqual(["sales"]);
    expect((await editor.rpc("my_second_factor")).data).toEqual({
      enrolled: false,
      proved: false,
      required: true,
      required_from: await day(0),
    });
    await setUpApp(editor);
    expect(await mayEdit(editor)).toEqual(["editor"]);
  });

  test("still works until the day comes", async () => {
    await setUpApp(owner);
    const editor = await signInStaff(site, "editor");
    await requireFrom(await day(1), "editor");
    expect(await mayEdit(editor)).toEqual(["editor"]);
    expect((await editor.rpc("my_second_factor")).data).toMatchObject({
      required: false,
      required_from: await day(1),
    });
    await site.sql`update private.second_factor_rules set required_from = ${await day(0)}`;
    expect(await mayEdit(editor)).toEqual([]);
  });

  test("a past day counts as today, and a later rule replaces the earlier ones", async () => {
    await setUpApp(owner);
    await requireFrom("2020-01-01", "sales", "sales", "editor");
    await requireFrom(await day(3), "sales");
    const { data } = await owner.rpc("second_factor_rules");
    expect(data).toMatchObject([
      { role: "owner", required_from: null, without: 0 },
      { role: "admin", required_from: null },
      { role: "editor", required_from: null },
      { role: "sales", required_from: await day(3) },
    ]);
    await requireFrom(null);
    expect(await site.sql`select 1 from private.second_factor_rules`).toEqual([]);
  });

  test("a rule that applies keeps its day and sends no more email, unless it is put off", async () => {
    await setUpApp(owner);
    const editor = await signInStaff(site, "editor");
    await requireFrom(null, "editor");
    await site.sql`update private.second_factor_rules set required_from = ${await day(-9)}`;
    await site.sql`delete from private.account_notices`;
    await requireFrom(await day(-9), "editor", "sales");
    expect(
      await site.sql`select role, required_from::text from private.second_factor_rules
      order by role`,
    ).toEqual([
      { role: "editor", required_from: await day(-9) },
      { role: "sales", required_from: await day(0) },
    ]);
    expect(
      await site.sql`select 1 from private.account_notices
      where email = ${(await emailOf(editor)) ?? ""} and kind = 'second_factor_required'`,
    ).toEqual([]);
    await requireFrom(await day(5), "editor");
    expect(await mayEdit(editor)).toEqual(["editor"]);
  });

  test("emails people who have none, once for each day", async () => {
    await setUpApp(owner);
    await site.sql`delete from private.account_notices`;
    const editor = await signInStaff(site, "editor");
    const email = await emailOf(editor);
    const mails = () => site.sql`select detail from private.account_notices
      where kind = 'second_factor_required' and email = ${email ?? ""}`;
    await requireFrom(await day(2), "editor", "owner");
    await requireFrom(await day(2), "editor", "owner");
    expect(await mails()).toHaveLength(1);
    await requireFrom(await day(4), "editor");
    expect(await mails()).toHaveLength(2);
    const own = await site.sql`select 1 from private.account_notices
      where kind = 'second_factor_required' and email = ${(await emailOf(owner)) ?? ""}`;
    expect(own).toEqual([]);
  });

  test.each([
    ["no role", null, ["boss"], "Please choose a role."],
    ["a day in two years", "2999-01-01", ["sales"], "Please choose a day within a year."],
  ])("is refused for %s", async (_, from, roles, sentence) => {
    await setUpApp(owner);
    const { error } = await requireFrom(from, ...roles);
    expect(error?.message).toBe(sentence);
  });

  test("is refused to an admin who has none", async () => {
    const { error, status } = await requireFrom(null, "sales");
    expect([status, error?.message]).toEqual([
      409,
      "Set up two-step verification for yourself first.",
    ]);
    expect((await requireFrom(null)).error).toBeNull();
  });
});

describe("a lost second factor", () => {
  test("an admin resets it: the person is signed out, and gets an email", async () => {
    const editor = await signInStaff(site, "editor");
    await setUpApp(editor);
    await site.sql`delete from private.account_notices`;
    const user_id = await idOf(editor);
    const email = (await emailOf(editor)) ?? "";
    expect((await owner.rpc("admin_reset_second_factor", { user_id })).error).toBeNull();
    expect((await editor.rpc("my_roles")).error?.code).toBe("invalid_jwt");
    const notices = await site.sql`select kind, detail from private.account_notices
      where kind <> 'new_sign_in'`;
    expect(notices).toEqual([
      { kind: "second_factor_removed", detail: expect.stringMatching(/ reset it\.$/) },
    ]);
    const entries = await site.sql`select actor from private.audit_log
      where kind = 'second_factor_reset' and about = ${email}`;
    expect(entries).toHaveLength(1);
    const again = await owner.rpc("admin_reset_second_factor", { user_id });
    expect([again.status, again.error?.message]).toEqual([
      404,
      "This person hasn't set up two-step verification.",
    ]);
  });

  test("only an owner resets an owner's", async () => {
    const { factorId } = await setUpApp(owner);
    const admin = await signInStaff(site, "admin");
    const { error } = await admin.rpc("admin_reset_second_factor", { user_id: await idOf(owner) });
    expect(error?.message).toBe("Only an owner can do this.");
    expect(await site.sql`select id from auth.mfa_factors`).toEqual([{ id: factorId }]);
  });

  test("the list of users shows who has one", async () => {
    await setUpApp(owner);
    const { data } = await owner.rpc("admin_list_users", { search: await emailOf(owner) });
    expect(data).toMatchObject({ users: [{ has_second_factor: true }] });
  });
});

test("a token that claims the proof needs a session that has it", async () => {
  await setUpApp(owner);
  expect((await owner.rpc("is_admin_user")).data).toBe(true);
  await site.sql`update auth.sessions set aal = 'aal1' where user_id = ${await idOf(owner)}`;
  expect((await owner.rpc("is_admin_user")).data).toBe(false);
  expect((await owner.rpc("my_roles")).data).toEqual([]);
  expect((await owner.from("contact_submissions").select("id")).data).toEqual([]);
});

test("an invitation to an account with a second factor waits for its code", async () => {
  const editor = await signInStaff(site, "editor");
  await setUpApp(editor);
  const email = (await emailOf(editor)) ?? "";
  await site.sql`delete from staff`;
  await owner.rpc("admin_invite", { email, roles: ["sales"] });
  await site.sql`update admin_invitations set password_set_at = now() + interval '1 second'
    where email = ${email}`;
  await site.sql`update auth.sessions set aal = 'aal1' where user_id = ${await idOf(editor)}`;
  expect((await editor.rpc("accept_admin_invitation")).data).toBe(false);
  expect(await site.sql`select 1 from admin_invitations where email = ${email}`).toHaveLength(1);
});

test("the server adds no other emails", async () => {
  const person = await idOf(owner);
  const add = (kind: string) =>
    site.sql`select account_notice_add(${person}, ${kind}, ${"9 of 10"})`;
  await add("recovery_code_used");
  await expect(add("admin_removed")).rejects.toThrow("There is no such email.");
  // Without the email about the test's own sign-in.
  const notices = await site.sql`select kind, detail from private.account_notices
    where kind <> 'new_sign_in'`;
  expect(notices).toEqual([{ kind: "recovery_code_used", detail: "9 of 10" }]);
});
