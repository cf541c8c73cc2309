import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Tx } from "#server/backend/postgres/connection.ts";
import { actAs } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { codeOf, forgetLastCode, setUpApp } from "#tests/support/stand-ins/authenticator.ts";
import { t, withSite } from "./auth-steps.ts";

withSite();

const { email, password } = people.stranger;
const ENDED = { name: "AuthSessionMissingError" };
const OTHER = "set-by-an-admin-77";

beforeEach(async () => {
  await t.sql`delete from auth.mfa_factors`;
  await t.sql`update auth.users set deleted_at = null,
    encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 10))
    where email = ${email}`;
});

/**
 * Begins a change, then a request, which passes its checks and waits for the change; then commits.
 * @param meanwhile runs in the change once the request waits
 */
async function overtake<T>(
  change: (tx: Tx) => Promise<unknown>,
  request: () => PromiseLike<T>,
  meanwhile?: (tx: Tx) => Promise<unknown>,
) {
  let answer: Promise<T> | undefined;
  let ended = false;
  await t.sql.begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await change(tx);
    answer = Promise.resolve(request()).finally(() => {
      ended = true;
    });
    const waiting = () =>
      t.sql`select from pg_stat_activity where ${own?.pid} = any (pg_blocking_pids(pid))`;
    await vi.waitUntil(async () => ended || (await waiting()).length > 0);
    expect(ended, "answered before the change was committed").toBe(false);
    await meanwhile?.(tx);
  });
  return answer as Promise<T>;
}

const idOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? "";
const sessionOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getClaims();
  return data?.claims.session_id ?? "";
};
const endSession = (id: string) => (tx: Tx) => tx`delete from auth.sessions where id = ${id}`;

/** An admin sets another password for the stranger, on the Users screen. */
async function reset() {
  const admin = await t.admin();
  const [user] = await t.sql`select id from auth.users where email = ${email}`;
  return async (tx: Tx) => {
    await actAs(tx, admin);
    await tx`select public.admin_reset_password(${user?.id}, ${OTHER})`;
  };
}

test("a password change that waits can't overwrite an admin's reset", async () => {
  const intruder = await t.stranger();
  const change = () => intruder.auth.updateUser({ password: "tape-gun-2026" });
  expect((await overtake(await reset(), change)).error).toMatchObject(ENDED);
  const signIn = (password: string) => t.visitor().auth.signInWithPassword({ email, password });
  expect((await signIn("tape-gun-2026")).error?.code).toBe("invalid_credentials");
  expect((await signIn(OTHER)).error).toBeNull();
});

test.each(["global", "others"] as const)(
  "the token of an ended session signs nobody out (%s)",
  async (scope) => {
    const [ended, open] = [await t.stranger(), await t.stranger()];
    const { data } = await ended.auth.getSession();
    await t.sql.begin(endSession(await sessionOf(ended)));
    const token = data.session?.access_token ?? "";
    expect((await ended.auth.admin.signOut(token, scope)).error).toMatchObject(ENDED);
    expect((await open.auth.getUser()).error).toBeNull();
  },
);

describe("a sign-in that waits is refused as a wrong password", () => {
  const signIn = () => t.visitor().auth.signInWithPassword({ email, password });
  const sessions = () => t.sql`select s.id from auth.sessions s
    join auth.users u on u.id = s.user_id where u.email = ${email}`;

  test("after the password changed", async () => {
    expect((await overtake(await reset(), signIn)).error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
    });
    expect(await sessions()).toEqual([]);
  });

  test("after the account was closed", async () => {
    const before = await sessions();
    const close = (tx: Tx) => tx`update auth.users set deleted_at = now() where email = ${email}`;
    expect((await overtake(close, signIn)).error?.code).toBe("invalid_credentials");
    expect(await sessions()).toEqual(before);
  });

  test("after the account was deleted", async () => {
    await t.sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at)
      select gen_random_uuid(), 'leaving@example.com', encrypted_password, now()
      from auth.users where email = ${email}`;
    const leave = (tx: Tx) => tx`delete from auth.users where email = 'leaving@example.com'`;
    const signIn = () =>
      t.visitor().auth.signInWithPassword({ email: "leaving@example.com", password });
    expect((await overtake(leave, signIn)).error?.code).toBe("invalid_credentials");
  });
});

/** A person with an app and recovery codes, who also signed in with only the password. */
async function withApp() {
  const owner = await t.stranger();
  const app = await setUpApp(owner);
  const { data } = await owner.auth.mfa.recoveryCodes.generate();
  await forgetLastCode(t.sql);
  return { ...app, owner, codes: data?.codes ?? [], half: await t.stranger() };
}
type WithApp = Awaited<ReturnType<typeof withApp>>;

const stored = () => t.sql`
  select u.raw_user_meta_data ->> 'full_name' as name, f.id, f.friendly_name, f.status, f.last_step,
    f.updated_at, c.code_hash, c.used_at
  from auth.users u left join auth.mfa_factors f on f.user_id = u.id
  left join auth.mfa_recovery_codes c on c.factor_id = f.id
  where u.email = ${email} order by f.id, c.code_hash`;

describe("a session that ends while its request waits changes nothing:", () => {
  test("an app that is set up", async () => {
    const client = await t.stranger();
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    const before = await stored();
    const verify = () =>
      client.auth.mfa.challengeAndVerify({
        factorId: data?.id ?? "",
        code: codeOf(data?.totp.secret ?? ""),
      });
    const { error } = await overtake(endSession(await sessionOf(client)), verify);
    expect(error).toMatchObject(ENDED);
    expect(await stored()).toEqual(before);
    expect(before).toMatchObject([{ status: "unverified" }]);
  });

  test.each<[string, (person: WithApp) => [SupabaseClient, () => Promise<{ error: unknown }>]]>([
    [
      "a code",
      ({ half, factorId, secret }) => [
        half,
        () => half.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }),
      ],
    ],
    [
      "a recovery code",
      ({ half, codes }) => [
        half,
        () => half.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? "" }),
      ],
    ],
    ["a name", ({ owner }) => [owner, () => owner.auth.updateUser({ data: { full_name: "X" } })]],
    [
      "another app",
      ({ owner }) => [
        owner,
        () => owner.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" }),
      ],
    ],
    [
      "a removed app",
      ({ owner, factorId }) => [owner, () => owner.auth.mfa.unenroll({ factorId })],
    ],
    [
      "replaced recovery codes",
      ({ owner }) => [owner, () => owner.auth.mfa.recoveryCodes.regenerate()],
    ],
    [
      "removed recovery codes",
      ({ owner }) => [owner, () => owner.auth.mfa.recoveryCodes.unenroll()],
    ],
  ])("%s", async (_, requestOf) => {
    const person = await withApp();
    const [client, request] = requestOf(person);
    const before = await stored();
    const { error } = await overtake(endSession(await sessionOf(client)), request);
    expect(error).toMatchObject(ENDED);
    expect(await stored()).toEqual(before);
  });

  test("new recovery codes", async () => {
    const client = await t.stranger();
    await setUpApp(client);
    const before = await stored();
    const make = () => client.auth.mfa.recoveryCodes.generate();
    const { error } = await overtake(endSession(await sessionOf(client)), make);
    expect(error).toMatchObject(ENDED);
    expect(await stored()).toEqual(before);
  });
});

describe("locks the account before its factors, links and sessions, so that no two changes deadlock:", () => {
  test.each<[string, (person: WithApp) => Promise<() => PromiseLike<unknown>>]>([
    [
      "a reset of two-step verification",
      async ({ owner }) => {
        const [admin, user_id] = [await t.admin(), await idOf(owner)];
        return () => admin.rpc("admin_reset_second_factor", { user_id });
      },
    ],
    [
      "a sign-out everywhere",
      async ({ owner }) =>
        () =>
          owner.auth.signOut({ scope: "others" }),
    ],
    [
      "an emailed link",
      async ({ owner }) => {
        const token_hash = "a-token";
        await t.sql`insert into auth.one_time_tokens (user_id, token_type, token_hash, expires_at)
          values (${await idOf(owner)}, 'recovery',
            encode(sha256(convert_to(${token_hash}, 'UTF8')), 'hex'), now() + interval '1 hour')`;
        return () => t.visitor().auth.verifyOtp({ token_hash, type: "recovery" });
      },
    ],
    [
      "a code",
      async ({ half, factorId, secret }) =>
        () =>
          half.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }),
    ],
  ])("%s", async (_, requestOf) => {
    const person = await withApp();
    const request = await requestOf(person);
    const userId = await idOf(person.owner);
    await overtake(
      (tx) => tx`select from auth.users where id = ${userId} for no key update`,
      request,
      async (tx) => {
        await tx`select from auth.mfa_factors where user_id = ${userId} for update nowait`;
        await tx`select from auth.one_time_tokens where user_id = ${userId} for update nowait`;
        await tx`select from auth.sessions where user_id = ${userId} for update nowait`;
      },
    );
  });
});
