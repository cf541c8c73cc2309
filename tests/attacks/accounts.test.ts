import { describe, expect, test } from "vitest";
import { linkIn, mailTo, partsOf, pressLink } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { browser, OWNER, STRANGER, t, withSite } from "./accounts-steps.ts";

withSite();

describe("an email address", () => {
  test("of an account can't be changed from any mailbox", async () => {
    const { client } = browser(STRANGER);
    await client.auth.signInWithPassword(people.stranger);
    const { error } = await client.auth.updateUser({ email: "boss@example.com" });
    expect(error?.status).toBe(422);
    expect(error?.message).toBe(
      "An account's email address can't be changed. Create an account with the new address.",
    );
    const rows = await t.sql`select 1 from auth.users
      where email = 'boss@example.com' or email_change is not null`;
    expect(rows).toEqual([]);
    expect(await t.outbox()).toEqual([]);
  });

  test("that a stranger typed first belongs to the owner of the mailbox", async () => {
    const email = "colleague@example.com";
    const pre = { email, password: "strangers-choice" };
    const stranger = browser(STRANGER);
    await stranger.client.auth.signUp({ ...pre, options: { data: { full_name: "Mallory" } } });
    const first = linkIn((await mailTo(t, email)).text);
    // Even an account that was confirmed another way keeps nothing that a stranger set.
    await t.sql`update auth.users set encrypted_password =
      extensions.crypt(${pre.password}, extensions.gen_salt('bf', 4)) where email = ${email}`;
    await t.sql`insert into auth.sessions (id, user_id, aal)
      select gen_random_uuid(), id, 'aal1' from auth.users where email = ${email}`;

    const colleague = browser(OWNER).client;
    const own = { email, password: "colleagues-own" };
    await colleague.auth.signUp({ ...own, options: { data: { full_name: "Cora Lee" } } });
    const { session } = await pressLink(t, email, colleague);
    expect(session?.user.user_metadata.full_name).toBe("Cora Lee");
    expect(await stranger.signIn(pre.password, email)).toBe(400);
    const sessions = await t.sql`select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = ${email}`;
    expect(sessions).toHaveLength(1);
    const { error } = await stranger.client.auth.verifyOtp(partsOf(first));
    expect(error?.code).toBe("otp_expired");
    expect((await colleague.auth.updateUser({ password: own.password })).error).toBeNull();
    expect(await stranger.signIn(pre.password, email)).toBe(400);
    expect(await browser(OWNER).signIn(own.password, email)).toBe(200);
  });

  test("with an account says so to its mailbox alone", async () => {
    const { client } = browser(STRANGER);
    const known = await client.auth.signUp({
      email: people.admin.email,
      password: "some-password",
    });
    const fresh = await client.auth.signUp({
      email: "fresh@example.com",
      password: "some-password",
    });
    expect(Object.keys(known.data.user ?? {})).toEqual(Object.keys(fresh.data.user ?? {}));
    const mail = await mailTo(t, people.admin.email);
    expect(mail.subject).toMatch(/^You already have an account/);
    expect(await browser(STRANGER).signIn("some-password")).toBe(400);
  });
});

describe("what an account says about itself", () => {
  test.each([
    ["a name of 30,000 letters", { full_name: "x".repeat(30_000) }],
    ["a name that turns the line around", { full_name: "Ann \u202eelpmaxe" }],
    ["a name with a line break", { full_name: "Ann\nLee" }],
    ["half a character", { full_name: "Ann \ud800" }],
    ["anything else", { full_name: "Ann", about: "x".repeat(1000) }],
  ])("is refused: %s", async (_, data) => {
    const { client } = browser(STRANGER);
    const email = "metadata@example.com";
    const { error } = await client.auth.signUp({
      email,
      password: "some-password",
      options: { data },
    });
    expect(error?.status).toBe(400);
    expect(await t.sql`select 1 from auth.users where email = ${email}`).toEqual([]);
    await client.auth.signInWithPassword(people.stranger);
    expect((await client.auth.updateUser({ data })).error?.status).toBe(400);
  });

  test("is truncated if stored before the limit existed", async () => {
    await t.sql`update auth.users set raw_user_meta_data =
      raw_user_meta_data || jsonb_build_object('full_name', repeat('x', 1000000), 'more', repeat('y', 1000000))
      where email = ${people.stranger.email}`;
    const { client } = browser(OWNER);
    const { data } = await client.auth.signInWithPassword(people.stranger);
    expect(data.session?.access_token.length).toBeLessThan(2000);
    expect(data.user?.user_metadata.full_name).toHaveLength(100);
  });
});

describe("a mailed link", () => {
  test("is not used up by GET, HEAD, its page or the old address", async () => {
    const email = "scanned@example.com";
    await browser(OWNER).client.auth.signUp({ email, password: "some-password" });
    const { token_hash, type } = partsOf(linkIn((await mailTo(t, email)).text));
    for (const method of ["GET", "HEAD"])
      for (const query of [
        `token_hash=${token_hash}&type=${type}`,
        `token=${token_hash}&type=${type}`,
      ]) {
        const response = await t.request(`/auth/v1/verify?${query}`, {
          method,
          headers: { apikey: t.backend.publishableKey },
        });
        expect(response.status).toBe(405);
      }
    const { session } = await pressLink(t, email);
    expect(session?.user.email).toBe(email);
  });

  test.each(["http://localhost:9999/admin", "http://127.0.0.1/x", "https://evil.example/admin"])(
    "leads to this site, not to %s",
    async (redirectTo) => {
      await browser(STRANGER).client.auth.resetPasswordForEmail(people.admin.email, { redirectTo });
      const { text = "", html = "" } = await mailTo(t, people.admin.email);
      const hosts = [...(text + html).matchAll(/https?:\/\/([^/"\s<?]+)/g)].map(([, host]) => host);
      expect(new Set(hosts)).toEqual(new Set(["site.test"]));
      expect(text + html).not.toContain(encodeURIComponent(redirectTo));
    },
  );
});
