import { createClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { linkIn, mailTo, partsOf, pressLink } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";

/** What was tried on the accounts of a running site from outside, each as a test. Limits are on. */
let t: TestBackend;
let logLines: string[];
beforeEach(async () => {
  logLines = [];
  t = await openTestBackend({ RATE_LIMITS: "on" }, logLines);
});
afterEach(() => t.close());

const OWNER = "198.51.100.20";
const STRANGER = "203.0.113.66";

/** A browser: an address, and the cookies that it keeps. */
function browser(clientAddress: string) {
  let jar = "";
  const client = createClient(t.backend.serverUrl, t.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (jar && new URL(request.url).pathname.startsWith("/auth/v1/"))
          request.headers.set("cookie", jar);
        const response = await t.backend.fetch(request, { clientAddress, requestId: "attack" });
        jar = response.headers.get("set-cookie")?.split(";")[0] ?? jar;
        return response;
      },
    },
  });
  const signIn = async (password: string, email = people.admin.email) =>
    (await client.auth.signInWithPassword({ email, password })).error?.status ?? 200;
  return { client, signIn };
}

const later = (seconds: number) => {
  const before = performance.now.bind(performance);
  performance.now = () => before() + seconds * 1000;
  return () => {
    performance.now = before;
  };
};

describe("an e-mail address", () => {
  test("of an account can't be changed, from whatever mailbox", async () => {
    const { client } = browser(STRANGER);
    await client.auth.signInWithPassword(people.stranger);
    const { error } = await client.auth.updateUser({ email: "boss@example.com" });
    expect(error?.status).toBe(422);
    expect(error?.message).toBe(
      "The e-mail address of an account can't be changed. Make an account with the other address.",
    );
    const rows = await t.sql`select 1 from auth.users
      where email = 'boss@example.com' or email_change is not null`;
    expect(rows).toEqual([]);
    expect(await t.outbox()).toEqual([]);
  });

  test("that a stranger typed first belongs to who reads its mail", async () => {
    const email = "colleague@example.com";
    const pre = { email, password: "strangers-choice" };
    const stranger = browser(STRANGER);
    await stranger.client.auth.signUp({ ...pre, options: { data: { full_name: "Mallory" } } });
    const first = linkIn((await mailTo(t, email)).text);
    // Even who was confirmed in another way keeps nothing of what a stranger set.
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

describe("the owner is not locked out", () => {
  /** One wrong password every five seconds for as long as fifteen tries of the owner take. */
  async function besieged(owner: () => Promise<number>) {
    const stranger = browser(STRANGER);
    const said: number[] = [];
    const guesses: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const back = later(5 * (round + 1));
      for (let i = 0; i < 3; i += 1) guesses.push(await stranger.signIn(`guess ${round} ${i}`));
      said.push(await owner());
      back();
    }
    return { said, guesses };
  }

  test("by a stranger elsewhere, who is stopped", { timeout: 120_000 }, async () => {
    const { said, guesses } = await besieged(() => browser(OWNER).signIn(people.admin.password));
    expect(said).toEqual(Array(15).fill(200));
    expect(guesses).toContain(429);
    const refusals = logLines.map((line) => JSON.parse(line)).filter((line) => line.address);
    expect(refusals).toContainEqual(
      expect.objectContaining({ address: STRANGER, reason: "invalid_credentials", level: "info" }),
    );
    expect(logLines.join()).not.toContain("guess 0");
  });

  test("by a stranger at the same address, in a browser that the account knows", {
    timeout: 120_000,
  }, async () => {
    const known = browser(STRANGER);
    expect(await known.signIn(people.admin.password)).toBe(200);
    const { said } = await besieged(() => known.signIn(people.admin.password));
    expect(said).toEqual(Array(15).fill(200));
  });

  test("of a new password by mails that strangers ask for", async () => {
    const ask = async (address: string) =>
      (await browser(address).client.auth.resetPasswordForEmail(people.admin.email)).error?.status;
    for (let i = 0; i < 12; i += 1) await ask(`203.0.113.${i}`);
    expect(await t.outbox()).toHaveLength(6);
    expect(await ask(OWNER)).toBeUndefined();
    const { session } = await pressLink(t, people.admin.email, browser(OWNER).client);
    expect(session?.user.email).toBe(people.admin.email);
  });

  test("a device cookie is good for one account, can't be made up, and has a count of its own", async () => {
    const known = browser(STRANGER);
    await known.signIn(people.stranger.password, people.stranger.email);
    const tries = async (who: ReturnType<typeof browser>, email: string) =>
      Promise.all(Array.from({ length: 12 }, (_, i) => who.signIn(`guess ${i}`, email)));
    expect((await tries(known, people.stranger.email)).filter((s) => s === 429)).toHaveLength(2);
    expect((await tries(known, people.admin.email)).filter((s) => s === 429)).toHaveLength(2);
  });
});

test("a device cookie with another signature counts as none", async () => {
  const ask = async (cookie: string) => {
    const response = await t.request(
      "/auth/v1/token?grant_type=password",
      {
        method: "POST",
        headers: { apikey: t.backend.publishableKey, "content-type": "application/json", cookie },
        body: JSON.stringify({ ...people.admin, password: "guess" }),
      },
      { clientAddress: STRANGER },
    );
    return response.status;
  };
  const signedIn = await t.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(people.admin),
  });
  const [own = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  for (let i = 0; i < 10; i += 1) expect(await ask("")).toBe(400);
  expect(await ask("")).toBe(429);
  const [, account, nonce, signature = ""] = /=(.+)\.(.+)\.(.+)$/.exec(own) ?? [];
  const other = signature.startsWith("A") ? "B" : "A";
  for (const forged of [
    `${account}.x.${signature}`,
    `${account}.${nonce}.${other}${signature.slice(1)}`,
    `${account}.${nonce}.`,
  ])
    expect(await ask(`ld_device=${forged}`), forged).toBe(429);
  expect(await ask(own), "the real one").toBe(400);
});

test("a device cookie is kept from scripts and from other services", async () => {
  const response = await t.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(people.admin),
  });
  expect(response.headers.get("set-cookie")).toMatch(
    /^ld_device=[\w.~-]+; Path=\/auth\/v1; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
});

describe("what an account says about itself", () => {
  test.each([
    ["a name of a megabyte", { full_name: "x".repeat(900_000) }],
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

  test("is cut where it was stored before there was a bound", async () => {
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
  test("is not used up by who only looks: GET and HEAD, its page and the old address", async () => {
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
