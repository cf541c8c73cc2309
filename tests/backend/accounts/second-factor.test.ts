import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf, openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { codeOf, forgetLastCode, setUpApp } from "#tests/support/stand-ins/authenticator.ts";
import { stopClock } from "#tests/support/stop-clock.ts";

let site: TestBackend;
beforeAll(async () => {
  site = await openTestBackend();
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.sql`delete from auth.mfa_factors`;
  await site.sql`delete from auth.sessions`;
  await site.sql`delete from private.account_notices`;
});

const signIn = () => site.admin();
const isAdmin = async (client: SupabaseClient) => (await client.rpc("is_admin_user")).data;
const notices = async () =>
  // Each test's owner signs in several times, in no browser that the account knows.
  (
    await site.sql`select kind, detail from private.account_notices
      where kind <> 'new_sign_in' order by created_at`
  ).map(({ kind, detail }) => [kind, detail]);

/** An admin with an authenticator app, signed in with only the password. */
async function half() {
  const owner = await signIn();
  const app = await setUpApp(owner);
  await forgetLastCode(site.sql);
  return { ...app, owner, client: await signIn() };
}

describe("setting up an app", () => {
  test("gives a QR code, a key and an address, and proves the session", async () => {
    const client = await signIn();
    const { data } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(data?.totp.uri ?? "");
    expect(decodeURIComponent(uri.pathname)).toContain(`site.test:${people.admin.email}`);
    expect(uri.searchParams.get("secret")).toBe(data?.totp.secret);
    const before = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
    const code = codeOf(data?.totp.secret ?? "");
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code });
    const after = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(after.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    const methods = after.data?.currentAuthenticationMethods as unknown as { method: string }[];
    expect(methods.map(({ method }) => method)).toEqual(["totp", "password"]);
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: data?.id, friendly_name: "Phone", status: "verified" },
    ]);
    expect(await isAdmin(client)).toBe(true);
    expect(await notices()).toEqual([["second_factor_added", null]]);
  });

  test("an unfinished set-up asks for nothing", async () => {
    const client = await signIn();
    await client.auth.mfa.enroll({ factorType: "totp" });
    expect(await isAdmin(await signIn())).toBe(true);
    expect(await notices()).toEqual([]);
  });

  test("stores the secret encrypted, for its own row only", async () => {
    const owner = await signIn();
    const { secret, factorId } = await setUpApp(owner);
    const [row] = await site.sql`select secret from auth.mfa_factors`;
    expect(row?.secret).not.toContain(secret);
    const stranger = await site.stranger();
    const other = await setUpApp(stranger);
    await site.sql`update auth.mfa_factors set secret = ${row?.secret}, last_step = null
      where id = ${other.factorId}`;
    const { error } = await stranger.auth.mfa.challengeAndVerify({
      factorId: other.factorId,
      code: codeOf(secret),
    });
    expect(error).toMatchObject({
      code: "mfa_factor_unreadable",
      message:
        "This site was restored elsewhere and can't check this app's codes. Use a recovery code, or ask an admin to reset your two-step verification.",
    });
    expect(factorId).not.toBe(other.factorId);
  });

  test("signs out other sessions, and drops others' unfinished set-ups", async () => {
    const thief = await signIn();
    const owner = await signIn();
    const { data } = await owner.auth.mfa.enroll({ factorType: "totp" });
    const id = data?.id ?? "";
    await site.sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      select gen_random_uuid(), user_id, 'Thief', 'totp', 'unverified', secret
      from auth.mfa_factors`;
    await owner.auth.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(data?.totp.secret ?? ""),
    });
    expect((await thief.auth.getUser()).error).toMatchObject({
      name: "AuthSessionMissingError",
    });
    expect(await site.sql`select friendly_name from auth.mfa_factors`).toMatchObject([
      { friendly_name: "Authenticator app" },
    ]);
  });

  test("needs a sign-in of the last 15 minutes", async () => {
    const client = await signIn();
    await site.sql`update auth.sessions set created_at = now() - interval '16 minutes'`;
    const { error } = await client.auth.mfa.enroll({ factorType: "totp" });
    expect(error).toMatchObject({
      code: "reauthentication_needed",
      message: "Confirm it's you, then try again.",
    });
  });

  test("refuses a second app with the same name, and a sixth app", async () => {
    const client = await signIn();
    await setUpApp(client, "Phone 1");
    const same = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone 1" });
    expect(same.error).toMatchObject({
      code: "mfa_factor_name_conflict",
      message: "You already have an authenticator app with this name. Choose another name.",
    });
    for (const name of ["Phone 2", "Phone 3", "Phone 4", "Phone 5"]) await setUpApp(client, name);
    const sixth = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone 6" });
    expect(sixth.error).toMatchObject({
      code: "too_many_enrolled_mfa_factors",
      message: "You have 5 authenticator apps. Remove one first.",
    });
  });

  test("is not offered without a key that all processes share", async () => {
    const other = await openTestBackend({ SECOND_FACTOR_KEY: "" });
    try {
      const client = await other.admin();
      const { error } = await client.auth.mfa.enroll({ factorType: "totp" });
      expect(error).toMatchObject({
        code: "mfa_totp_enroll_not_enabled",
        message:
          "Authenticator apps aren't available on this site yet. Ask the person who runs it to turn them on.",
      });
    } finally {
      await other.close();
    }
  });
});

describe("a session without the code", () => {
  test("is no admin's until the code is right", async () => {
    const { client, factorId, secret } = await half();
    expect(await isAdmin(client)).toBe(false);
    expect((await client.rpc("my_second_factor")).data).toEqual({
      enrolled: true,
      proved: false,
      required: false,
      required_from: null,
    });
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: "000000" });
    expect(wrong.error).toMatchObject({
      code: "mfa_verification_failed",
      message: "That code isn't right, or was used already. Enter the next one.",
    });
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await isAdmin(client)).toBe(true);
  });

  test("stays an admin's after its token is renewed", async () => {
    const { client, factorId, secret } = await half();
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    await client.auth.refreshSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe(
      "aal2",
    );
    expect(await isAdmin(client)).toBe(true);
  });

  test("its earlier token stays without rights after the code", async () => {
    const { client, factorId, secret } = await half();
    const { data } = await client.auth.getSession();
    const earlier = { authorization: `Bearer ${data.session?.access_token}` };
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const response = await site.request("/rest/v1/rpc/is_admin_user", {
      method: "POST",
      headers: {
        ...earlier,
        apikey: site.backend.publishableKey,
        "content-type": "application/json",
      },
      body: "{}",
    });
    expect(await response.json()).toBe(false);
  });

  test("can't change the account, add an app, remove one, or make recovery codes", async () => {
    const { client, factorId, owner } = await half();
    await owner.auth.mfa.recoveryCodes.generate();
    const refusals = [
      await client.auth.updateUser({ password: "hand-truck-77" }),
      await client.auth.updateUser({ data: { full_name: "Mallory" } }),
      await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Thief" }),
      await client.auth.mfa.unenroll({ factorId }),
      await client.auth.mfa.recoveryCodes.regenerate(),
      await client.auth.mfa.recoveryCodes.unenroll(),
    ];
    for (const { error } of refusals)
      expect(error).toMatchObject({
        code: "insufficient_aal",
        message: "Enter the code from your authenticator app first.",
      });
  });

  test("can't raise itself by finishing an earlier set-up", async () => {
    const { client, owner } = await half();
    const { data } = await owner.auth.mfa.enroll({ factorType: "totp", friendlyName: "Second" });
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: data?.id ?? "",
      code: codeOf(data?.totp.secret ?? ""),
    });
    expect(error).toMatchObject({ code: "insufficient_aal" });
  });

  test("can't use someone else's app", async () => {
    const { factorId, secret } = await half();
    const stranger = await site.stranger();
    const { error } = await stranger.auth.mfa.challengeAndVerify({
      factorId,
      code: codeOf(secret),
    });
    expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await stranger.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 404 });
  });

  test("can't reuse another session's challenge", async () => {
    const { client, owner, factorId, secret } = await half();
    const { data } = await owner.auth.mfa.challenge({ factorId });
    const challengeId = data?.id ?? "";
    const code = codeOf(secret);
    const { error } = await client.auth.mfa.verify({ factorId, challengeId, code });
    expect(error).toMatchObject({
      code: "mfa_challenge_expired",
      message: "This took too long. Try again.",
    });
  });
});

test("a code works once, also when it is entered twice at once", async () => {
  const { owner, client, factorId, secret } = await half();
  const code = codeOf(secret);
  const results = await Promise.all(
    [owner, client].map((one) => one.auth.mfa.challengeAndVerify({ factorId, code })),
  );
  expect(results.map(({ error }) => error?.code).toSorted()).toEqual([
    "mfa_verification_failed",
    undefined,
  ]);
});

describe("removing an app", () => {
  test("the last one takes the recovery codes with it, and sessions need no code", async () => {
    const { owner, client, factorId } = await half();
    await owner.auth.mfa.recoveryCodes.generate();
    await site.sql`delete from private.account_notices`;
    await owner.auth.mfa.unenroll({ factorId });
    expect(await site.sql`select 1 from auth.mfa_factors`).toEqual([]);
    expect(await isAdmin(client)).toBe(true);
    expect(await isAdmin(owner)).toBe(true);
    expect(await notices()).toEqual([["second_factor_removed", null]]);
  });

  test("another one makes its sessions prove the one that is left", async () => {
    const owner = await signIn();
    const phone = await setUpApp(owner, "Phone");
    await setUpApp(owner, "Tablet");
    const [session] = await site.sql`select factor_id from auth.sessions`;
    expect(session?.factor_id).not.toBe(phone.factorId);
    await owner.auth.mfa.unenroll({ factorId: session?.factor_id });
    expect(await isAdmin(owner)).toBe(false);
    await owner.auth.refreshSession();
    expect((await owner.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
  });
});

describe("recovery codes", () => {
  test("ten, each for one sign-in", async () => {
    const { owner, client } = await half();
    const { data } = await owner.auth.mfa.recoveryCodes.generate();
    expect(new Set(data?.codes).size).toBe(10);
    for (const code of data?.codes ?? []) expect(code).toMatch(/^[2-9a-hjkmnp-z]{16}$/);
    const [code = ""] = data?.codes ?? [];
    const typed = ` ${code.slice(0, 8).toUpperCase()}-${code.slice(8)} `;
    await client.auth.mfa.recoveryCodes.verify({ code: typed });
    expect(await isAdmin(client)).toBe(true);
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({
      total: 10,
      remaining: 9,
    });
    expect(await notices()).toContainEqual(["recovery_code_used", "9 of 10"]);
    const again = await (await signIn()).auth.mfa.recoveryCodes.verify({ code });
    expect(again.error).toMatchObject({
      code: "mfa_verification_failed",
      message: "That recovery code isn't right, or was used already. Enter another one.",
    });
  });

  test("one entered twice at once opens one session", async () => {
    const { owner, client } = await half();
    const other = await signIn();
    const { data } = await owner.auth.mfa.recoveryCodes.generate();
    const code = data?.codes[0] ?? "";
    const results = await Promise.all(
      [client, other].map((one) => one.auth.mfa.recoveryCodes.verify({ code })),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("new ones replace the old ones", async () => {
    const { owner, client } = await half();
    const before = await owner.auth.mfa.recoveryCodes.generate();
    expect((await owner.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "mfa_verified_factor_exists",
      message: "You already have recovery codes. Make new ones instead.",
    });
    const after = await owner.auth.mfa.recoveryCodes.regenerate();
    const old = await client.auth.mfa.recoveryCodes.verify({ code: before.data?.codes[0] ?? "" });
    expect(old.error).toMatchObject({ code: "mfa_verification_failed" });
    await client.auth.mfa.recoveryCodes.verify({ code: after.data?.codes[0] ?? "" });
    expect(await isAdmin(client)).toBe(true);
  });

  test("need a sign-in or a code of the last 15 minutes, since each is a new proof", async () => {
    const { owner, factorId, secret } = await half();
    const leave = async () => {
      await site.sql`update auth.sessions set created_at = now() - interval '16 minutes'`;
      await site.sql`update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'`;
    };
    const refused = {
      code: "reauthentication_needed",
      message: "Confirm it's you, then try again.",
    };
    await leave();
    expect((await owner.auth.mfa.recoveryCodes.generate()).error).toMatchObject(refused);
    await owner.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect((await owner.auth.mfa.recoveryCodes.generate()).data?.codes).toHaveLength(10);
    const hashes = () => site.sql`select code_hash from auth.mfa_recovery_codes order by 1`;
    const before = await hashes();
    await leave();
    expect((await owner.auth.mfa.recoveryCodes.regenerate()).error).toMatchObject(refused);
    expect(await hashes()).toEqual(before);
  });

  test("need an app first, and are stored as hashes", async () => {
    const client = await signIn();
    expect((await client.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "mfa_recovery_codes_sole_factor",
    });
    expect((await client.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({ status: 404 });
    await setUpApp(client);
    const { data } = await client.auth.mfa.recoveryCodes.generate();
    const rows = await site.sql`select code_hash from auth.mfa_recovery_codes`;
    for (const code of data?.codes ?? []) expect(JSON.stringify(rows)).not.toContain(code);
  });
});

test("the audit log says who did what, and from where", async () => {
  const { owner, client, factorId } = await half();
  const made = await owner.auth.mfa.recoveryCodes.generate();
  await client.auth.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? "" });
  await owner.auth.mfa.recoveryCodes.regenerate();
  await owner.rpc("set_second_factor_rules", { roles: ["sales"], required_from: "2020-01-01" });
  await owner.rpc("set_second_factor_rules", { roles: [] });
  await owner.auth.mfa.unenroll({ factorId });
  const entries = await site.sql`select kind, detail, actor, address from private.audit_log
    where kind like '%factor%' or kind like 'recovery%' order by at desc limit 7`;
  const by = { actor: people.admin.email, address: "203.0.113.7" };
  expect(entries.toReversed()).toEqual([
    { kind: "second_factor_added", detail: "Phone", ...by },
    { kind: "recovery_codes_made", detail: null, ...by },
    { kind: "recovery_code_used", detail: null, ...by },
    { kind: "recovery_codes_made", detail: null, ...by },
    {
      kind: "second_factor_rules_changed",
      detail: expect.stringMatching(/^Sales from \w+ \d+, \d{4}$/),
      ...by,
    },
    { kind: "second_factor_rules_changed", detail: "nobody", ...by },
    { kind: "second_factor_removed", detail: "Phone", ...by },
  ]);
});

describe("wrong codes", () => {
  test("guessing recovery codes ends after thirty at once", async () => {
    const guessed = await openTestBackend({ RATE_LIMITS: "on" });
    stopClock();
    try {
      const owner = await guessed.admin();
      await setUpApp(owner);
      const made = await owner.auth.mfa.recoveryCodes.generate();
      const thief = await guessed.admin();
      const codes = Array.from({ length: 31 }, (_, n) => `guess-${n}`);
      const statuses: (number | undefined)[] = [];
      for (const code of [...codes, made.data?.codes[0] ?? ""])
        statuses.push((await thief.auth.mfa.recoveryCodes.verify({ code })).error?.status);
      expect(new Set(statuses.slice(0, 30))).toEqual(new Set([422]));
      expect(statuses.slice(30)).toEqual([429, 429]);
    } finally {
      vi.restoreAllMocks();
      await guessed.close();
    }
  });

  let limited: TestBackend;
  beforeAll(async () => {
    limited = await openTestBackend({ RATE_LIMITS: "on" });
    await limited.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  });
  afterAll(() => limited.close());

  test("are limited per account, with one email, and don't lock out the owner's browser", async () => {
    const cookies: string[] = [];
    const owner = clientOf(limited.backend);
    await owner.auth.signInWithPassword(people.admin);
    const { factorId, secret } = await setUpApp(owner);
    await owner.auth.mfa.recoveryCodes.generate();
    await forgetLastCode(limited.sql);

    /** Enters a code as a browser with these cookies would. */
    async function enter(client: SupabaseClient, code: string, cookie = "") {
      const challenge = await client.auth.mfa.challenge({ factorId });
      const { data } = await client.auth.getSession();
      const response = await limited.request(`/auth/v1/factors/${factorId}/verify`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${data.session?.access_token}`,
          apikey: limited.backend.publishableKey,
          "content-type": "application/json",
          cookie,
        },
        body: JSON.stringify({ challenge_id: challenge.data?.id, code }),
      });
      cookies.push(response.headers.get("set-cookie")?.split(";")[0] ?? "");
      return response.status;
    }

    expect(await enter(owner, codeOf(secret))).toBe(200);
    const known = cookies.find(Boolean) ?? "";
    expect(known).toMatch(/^ld_factor=/);
    await forgetLastCode(limited.sql);
    const thief = clientOf(limited.backend);
    await thief.auth.signInWithPassword(people.admin);
    for (let tries = 0; tries < 10; tries += 1) expect(await enter(thief, "000000")).toBe(422);
    // Right or wrong: it isn't compared any more.
    expect(await enter(thief, codeOf(secret))).toBe(429);
    expect(await enter(thief, codeOf(secret))).toBe(429);
    const guessed = await limited.sql`
      select 1 from private.account_notices where kind = 'second_factor_guessed'`;
    expect(guessed).toHaveLength(1);
    const back = clientOf(limited.backend);
    await back.auth.signInWithPassword(people.admin);
    expect(await enter(back, codeOf(secret), known)).toBe(200);
  });
});
