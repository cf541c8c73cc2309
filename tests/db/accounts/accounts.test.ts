import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { isAdmin, site, withSite } from "./steps.ts";

withSite();

/** Simulates that the emailed link was opened and this password chosen. */
const confirm = ({ email, password }: { email: string; password: string }) => site.sql`
  update auth.users set email_confirmed_at = now(),
    encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 4))
  where email = ${email}`;

describe("signing up", () => {
  test("never makes an admin", async () => {
    const mallory = { email: "mallory@example.com", password: "let-me-in-now" };
    const claims = { full_name: "Mallory", is_admin: true, role: "admin", admin: "true" };
    const client = site.visitor();
    const claimed = await client.auth.signUp({ ...mallory, options: { data: claims } });
    expect(claimed.error?.status).toBe(400);
    await client.auth.signUp({ ...mallory, options: { data: { full_name: "Mallory" } } });
    await confirm(mallory);
    const { error } = await client.auth.signInWithPassword(mallory);
    expect(error).toBeNull();
    const more = { ...claims, app_metadata: { is_admin: true } };
    expect((await client.auth.updateUser({ data: more })).error?.status).toBe(400);
    await client.auth.refreshSession();

    expect(await isAdmin(client)).toBe(false);
    const { data } = await client
      .from("services")
      .update({ title: "Owned" })
      .neq("title", "")
      .select();
    expect(data ?? []).toEqual([]);
    expect(await site.sql`select 1 from services where title = 'Owned'`).toHaveLength(0);
  });
});

describe("what an account is", () => {
  const send = (path: string, method: string, body: object, token?: string) =>
    site.request(`/auth/v1/${path}`, {
      method,
      headers: {
        apikey: site.backend.publishableKey,
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const grab = {
    id: "00000000-0000-4000-8000-000000000001",
    role: "service_role",
    aud: "elsewhere",
    is_super_admin: true,
    app_metadata: { is_admin: true, role: "service_role" },
    raw_app_meta_data: { is_admin: true },
    email_confirm: true,
    email_confirmed_at: "2020-01-01",
    confirmed_at: "2020-01-01",
  };
  const data = { is_admin: true, role: "service_role", sub: grab.id, email: people.admin.email };
  const stored = async (email: string) => {
    const [user] = await site.sql`select id, role, aud, raw_app_meta_data as about,
      email_confirmed_at is not null as confirmed from auth.users where email = ${email}`;
    return user;
  };
  const ordinary = {
    role: "authenticated",
    aud: "authenticated",
    about: { provider: "email", providers: ["email"] },
  };

  test("is not for a sign-up to say", async () => {
    const who = { email: "grabber@example.com", password: "let-me-in-now" };
    expect((await send("signup", "POST", { ...grab, ...who, data })).status).toBe(400);
    expect((await send("signup", "POST", { ...who, data })).status).toBe(400);
    expect((await send("signup", "POST", { ...who, ...grab })).status).toBe(400);
    expect(await stored(who.email)).toBeUndefined();
    expect((await send("signup", "POST", who)).status).toBe(200);
    const user = await stored(who.email);
    expect(user).toMatchObject({ ...ordinary, confirmed: false });
    expect(user?.id).not.toBe(grab.id);
    expect((await site.visitor().auth.signInWithPassword(who)).error?.code).toBe(
      "invalid_credentials",
    );
  });

  test("is not for the person to change", async () => {
    const stranger = await site.stranger();
    const before = await stored(people.stranger.email);
    const { data: signedIn } = await stranger.auth.getSession();
    const token = signedIn.session?.access_token;
    for (const body of [grab, { data }, { password: "let-me-in-now", ...grab }])
      expect((await send("user", "PUT", body, token)).status).toBe(400);
    expect(await stored(people.stranger.email)).toEqual(before);
    const { data: renewed } = await stranger.auth.refreshSession();
    const claims = renewed.session?.access_token.split(".")[1] ?? "";
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      sub: before?.id,
      role: "authenticated",
      email: people.stranger.email,
    });
    expect(await isAdmin(stranger)).toBe(false);
  });
});

test("ends an unexpired token at sign-out", async () => {
  const admin = await site.admin();
  const { data } = await admin.auth.getSession();
  await admin.auth.signOut();
  const answer = await site.request("/rest/v1/rpc/is_admin_user", {
    method: "POST",
    headers: {
      apikey: site.backend.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect([answer.status, (await answer.json()).message]).toEqual([
    401,
    "Your session has ended. Sign in again.",
  ]);
});
