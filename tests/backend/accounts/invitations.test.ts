import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { secretsOfSite } from "#tests/support/backend.ts";
import { linkIn, mailTo, partsOf, pressLink } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { CORA, GOOD, invite, t, withSite } from "./invitation-steps.ts";

withSite();

const accept = async (client: SupabaseClient) => (await client.rpc("accept_admin_invitation")).data;
const isAdmin = async (client: SupabaseClient) => (await client.rpc("is_admin_user")).data;
const rowOf = async (email: string) => {
  const { data } = await (await t.admin()).rpc("admin_list_users", { search: email });
  return data.users[0];
};

test("makes an invited person an admin after they choose a password", async () => {
  expect(await invite(` ${CORA.toUpperCase()} `, "Cora Lee")).toEqual({
    success: true,
    error: null,
    again: false,
  });
  expect(await rowOf(CORA)).toMatchObject({
    full_name: "Cora Lee",
    email_confirmed_at: null,
    is_admin: false,
    invited_until: expect.any(String),
  });
  const mail = await mailTo(t, CORA);
  expect(mail.subject).toBe("You're invited to join the Evergreen Fulfillment team");
  expect(mail.text).toMatch(/^Hi Cora Lee,\n\nAn admin of the Evergreen Fulfillment website/);
  expect(mail.text).toContain("expires in 7 days");
  expect(partsOf(linkIn(mail.text)).type).toBe("invite");

  const { client, session } = await pressLink(t, CORA);
  expect(session?.user.user_metadata.full_name).toBe("Cora Lee");
  expect(await accept(client)).toBe(false);
  expect((await client.auth.updateUser({ password: GOOD })).error).toBeNull();
  expect(await isAdmin(client)).toBe(false);
  expect(await accept(client)).toBe(true);
  expect(await isAdmin(client)).toBe(true);
  expect(await accept(client)).toBe(false);
  expect(await rowOf(CORA)).toMatchObject({ is_admin: true, invited_until: null });
  const again = t.visitor();
  expect((await again.auth.signInWithPassword({ email: CORA, password: GOOD })).error).toBeNull();
});

test("invites to a role, which the email names and accepting gives", async () => {
  await invite(CORA, "Cora Lee", ["editor"]);
  expect(await rowOf(CORA)).toMatchObject({ roles: [], invited_roles: ["editor"] });
  expect((await mailTo(t, CORA)).text).toContain("Your role will be Editor:");
  const { client } = await pressLink(t, CORA);
  await client.auth.updateUser({ password: GOOD });
  // Keeps notices from being sent.
  await t.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  expect(await accept(client)).toBe(true);
  expect((await client.rpc("my_roles")).data).toEqual(["editor"]);
  expect(await isAdmin(client)).toBe(false);
  // The person who accepted knows their role.
  expect(await t.sql`select kind from private.account_notices where email = ${CORA}`).toEqual([]);
});

test.each([[null], ["editor"], [[]], [["boss"]], [["sales", "editor"]], [[["editor"]]], [[{}]]])(
  "invites nobody to the role %j",
  async (roles) => {
    expect(await invite(CORA, undefined, roles)).toEqual([400, "Please choose a role."]);
  },
);

test("refuses weak passwords for invited admins only", async () => {
  const short = "Password must be at least 10 characters long.";
  const known = "This password is common and easy to guess. Please choose another.";
  const refused: [password: string, why: string][] = [
    ["nine-char", short],
    ["Password123", known],
    ["p4$$w0rd2026", known],
    ["qwertyuiop", known],
    ["aaaaaaaaaaaa", known],
    ["sunshine2026", known],
    [CORA, known],
  ];
  const stranger = await t.stranger();
  await invite(CORA);
  const { client } = await pressLink(t, CORA);
  for (const [password, why] of refused) {
    expect((await stranger.auth.updateUser({ password })).error).toBeNull();
    const { error } = await client.auth.updateUser({ password });
    expect([password, error?.status, error?.message]).toEqual([password, 422, why]);
  }
  expect(await accept(client)).toBe(false);
});

describe("someone with an account for the invited address, but not its mailbox", () => {
  test("gets no rights by an earlier session or the password", async () => {
    const before = await pressLinkOf(people.stranger.email);
    await invite(people.stranger.email);
    expect((await before.auth.updateUser({ password: GOOD })).error).toBeNull();
    expect(await accept(before)).toBe(false);
    const stranger = t.visitor();
    await stranger.auth.signInWithPassword({ ...people.stranger, password: GOOD });
    expect(await accept(stranger)).toBe(false);
    expect(await isAdmin(stranger)).toBe(false);
  });

  test("loses the account to the person who accepts", async () => {
    const stranger = await t.stranger();
    await invite(people.stranger.email);
    const { client } = await pressLink(t, people.stranger.email);
    expect((await stranger.auth.getUser()).error).not.toBeNull();
    expect((await t.visitor().auth.signInWithPassword(people.stranger)).error).not.toBeNull();
    await client.auth.updateUser({ password: GOOD });
    expect(await accept(client)).toBe(true);
  });

  /** Signs in from the mailbox, with a session older than the invitation. */
  async function pressLinkOf(email: string) {
    await t.visitor().auth.resetPasswordForEmail(email);
    const { client } = await pressLink(t, email);
    await t.sql`update auth.sessions set created_at = created_at - interval '1 minute'`;
    await client.auth.refreshSession();
    return client;
  }
});

test("a password that an admin set accepts nothing", async () => {
  await invite(people.stranger.email);
  const [user] = await t.sql`select id from auth.users where email = ${people.stranger.email}`;
  const { client } = await pressLink(t, people.stranger.email);
  await client.auth.updateUser({ password: GOOD });
  await (await t.admin()).rpc("admin_reset_password", {
    user_id: user?.id,
    new_password: "simple",
  });
  await t.visitor().auth.resetPasswordForEmail(people.stranger.email);
  const recovered = await pressLink(t, people.stranger.email);
  expect(await accept(recovered.client)).toBe(false);
  expect((await recovered.client.auth.updateUser({ password: "simple2" })).error?.status).toBe(422);
  await recovered.client.auth.updateUser({ password: "twelve-crates-gone" });
  expect(await accept(recovered.client)).toBe(true);
});

test("revoking ends the link, and deletes an account that only it created", async () => {
  const admin = await t.admin();
  await invite(CORA);
  const link = partsOf(linkIn((await mailTo(t, CORA)).text));
  expect((await admin.rpc("admin_revoke_invitation", { email: CORA })).error).toBeNull();
  expect((await t.visitor().auth.verifyOtp(link)).error?.code).toBe("otp_expired");
  expect(await rowOf(CORA)).toBeUndefined();
  const { error, status } = await admin.rpc("admin_revoke_invitation", { email: CORA });
  expect([status, error?.message]).toEqual([404, "This invitation is no longer valid."]);

  await invite(people.stranger.email);
  const { client } = await pressLink(t, people.stranger.email);
  await client.auth.updateUser({ password: GOOD });
  await admin.rpc("admin_revoke_invitation", { email: people.stranger.email });
  expect(await accept(client)).toBe(false);
  expect(await rowOf(people.stranger.email)).toMatchObject({ invited_until: null });
});

test("replaces only the link when an invitation is sent again", async () => {
  await invite(CORA, "Cora Lee");
  const first = partsOf(linkIn((await mailTo(t, CORA)).text));
  const [made] = await t.sql`select created_at from admin_invitations`;
  await invite(CORA);
  // The link is made, and replaces the earlier one, when its email is sent.
  const { text } = await mailTo(t, CORA);
  expect((await t.visitor().auth.verifyOtp(first)).error?.code).toBe("otp_expired");
  expect(text).toMatch(/^Hi Cora Lee,/);
  const [again] = await t.sql`select created_at, full_name from admin_invitations`;
  expect(again).toEqual({ ...made, full_name: "Cora Lee" });
  const { session } = await pressLink(t, CORA);
  expect(session?.user.email).toBe(CORA);
});

test("an invitation ends after seven days", async () => {
  await invite(people.stranger.email);
  const { client } = await pressLink(t, people.stranger.email);
  await client.auth.updateUser({ password: GOOD });
  await t.sql`update admin_invitations set expires_at = now() - interval '1 second'`;
  expect(await accept(client)).toBe(false);
  await invite(people.stranger.email);
  expect(await accept(client)).toBe(false);
});

test.each([
  ["no-address", 400, "Please enter a valid email address."],
  ["", 400, "Please enter a valid email address."],
  [people.admin.email, 409, "This person is already on the team."],
])("%j is not invited", async (email, status, words) => {
  expect(await invite(email)).toEqual([status, words]);
});

test("a name that would mislead is refused", async () => {
  const refused = [400, "Please enter a name of at most 100 characters, on one line."];
  for (const name of ["x".repeat(101), "Ann\u202eeL", "Ann\nLee"])
    expect(await invite(CORA, name)).toEqual(refused);
});

test("the invitation's sign-in method is not available from outside", async () => {
  const { secretKey } = await secretsOfSite(t);
  for (const apikey of [t.backend.publishableKey, secretKey]) {
    const response = await t.request("/auth/v1/invite", {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify({ email: CORA }),
    });
    expect([401, 404]).toContain(response.status);
  }
  expect(await t.sql`select 1 from auth.users where email = ${CORA}`).toEqual([]);
});
