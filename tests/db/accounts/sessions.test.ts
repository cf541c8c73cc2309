import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { isAdmin, site, withSite } from "./steps.ts";

withSite();

interface Own {
  id: string;
  browser: string;
  address: string | null;
  created_at: string;
  seen_at: string;
  current: boolean;
}

const listOf = async (client: SupabaseClient): Promise<Own[]> =>
  (await client.rpc("my_sessions").throwOnError()).data;
const end = async (client: SupabaseClient, session: string) => {
  const { error } = await client.rpc("my_session_end", { session });
  return error && [error.code, error.message];
};
const ENDED = ["PT404", "This session has already ended."];
const currentOf = async (client: SupabaseClient) =>
  (await listOf(client)).find(({ current }) => current)?.id ?? "";

describe("my_sessions", () => {
  test("lists only the caller's open sessions, the current one first", async () => {
    const [first, second, stranger] = [
      await site.admin(),
      await site.admin(),
      await site.stranger(),
    ];
    const [here, there] = [await currentOf(first), await currentOf(second)];
    expect((await listOf(first)).map(({ id, current }) => [id, current])).toEqual([
      [here, true],
      [there, false],
    ]);
    expect((await listOf(second))[0]).toMatchObject({ id: there, current: true });
    expect((await listOf(stranger)).map(({ id }) => id)).toEqual([await currentOf(stranger)]);
    await site.sql`update auth.sessions set not_after = now() where id = ${there}`;
    expect((await listOf(first)).map(({ id }) => id)).toEqual([here]);
  });

  test("says browser, address, start and last renewal", async () => {
    const admin = await site.admin();
    await site.sql`update auth.sessions set user_agent = ${`${"x".repeat(400)} Firefox/145.0 (Windows NT 10.0)`}, ip = '2001:db8::7/128',
      created_at = '2026-11-01T08:00:00Z', updated_at = '2026-11-02T08:00:00Z',
      refreshed_at = '2026-11-03T08:00:00'`;
    expect(await listOf(admin)).toMatchObject([
      {
        browser: "Firefox on Windows",
        address: "2001:db8::7",
        created_at: "2026-11-01T08:00:00+00:00",
        seen_at: "2026-11-03T08:00:00+00:00",
      },
    ]);
    await site.sql`update auth.sessions set user_agent = null, ip = null, refreshed_at = null`;
    expect(await listOf(admin)).toMatchObject([
      { browser: "Unknown browser", address: null, seen_at: "2026-11-02T08:00:00+00:00" },
    ]);
  });

  test("lists 100 at most, and always the current one", async () => {
    const admin = await site.admin();
    const here = await currentOf(admin);
    await site.sql`insert into auth.sessions (id, user_id, created_at)
      select gen_random_uuid(), user_id, now() + interval '1 minute'
      from auth.sessions, generate_series(1, 120)`;
    const listed = await listOf(admin);
    expect(listed).toHaveLength(100);
    expect(listed[0]?.id).toBe(here);
  });
});

describe("my_session_end", () => {
  test("ends one session, which is refused with its next request", async () => {
    const [first, second] = [await site.admin(), await site.admin()];
    const there = await currentOf(second);
    const { data } = await second.auth.getSession();
    await site.sql`insert into auth.refresh_tokens (id, token, user_id, session_id)
      select 'earlier', 'earlier', user_id, id from auth.sessions where id = ${there}`;
    expect(await end(first, there)).toBeNull();
    expect((await second.rpc("my_roles")).status).toBe(401);
    const renewed = await second.auth.refreshSession(data.session ?? undefined);
    expect(renewed.error?.code).toBe("refresh_token_not_found");
    expect(await site.sql`select from auth.refresh_tokens`).toHaveLength(0);
    expect(await isAdmin(first)).toBe(true);
    expect(await end(first, there)).toEqual(ENDED);
  });

  test("can be the current one", async () => {
    const admin = await site.admin();
    expect(await end(admin, await currentOf(admin))).toBeNull();
    expect((await admin.rpc("my_sessions")).status).toBe(401);
  });

  test("treats another person's session like one that doesn't exist", async () => {
    const [admin, stranger] = [await site.admin(), await site.stranger()];
    expect(await end(admin, await currentOf(stranger))).toEqual(ENDED);
    expect(await end(stranger, await currentOf(admin))).toEqual(ENDED);
    expect(await end(admin, crypto.randomUUID())).toEqual(ENDED);
    expect(await listOf(stranger)).toHaveLength(1);
    expect(await listOf(admin)).toHaveLength(1);
  });
});

describe("a session without its second factor", () => {
  const addFactor = (email: string) => site.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users where email = ${email}`;

  test.each(["admin", "stranger"] as const)("of %s lists and ends nothing", async (who) => {
    const [first, second] = [await site[who](), await site[who]()];
    const there = await currentOf(second);
    await addFactor(people[who].email);
    expect(await listOf(first)).toEqual([]);
    expect(await end(first, there)).toEqual(ENDED);
    expect(await site.sql`select from auth.sessions where id = ${there}`).toHaveLength(1);
  });

  test("also if a role needs one that the person doesn't have yet", async () => {
    const admin = await site.admin();
    const here = await currentOf(admin);
    await site.sql`insert into private.second_factor_rules values ('owner', now() - interval '1 day')`;
    expect(await listOf(admin)).toEqual([]);
    expect(await end(admin, here)).toEqual(ENDED);
  });
});

test("visitors call neither", async () => {
  const visitor = site.visitor();
  expect((await visitor.rpc("my_sessions")).error?.code).toBe("42501");
  expect((await visitor.rpc("my_session_end", { session: crypto.randomUUID() })).error?.code).toBe(
    "42501",
  );
});
