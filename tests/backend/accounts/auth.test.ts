import { describe, expect, test } from "vitest";
import { secretsOfSite } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { claimsOf, t, withSite } from "./auth-steps.ts";

withSite();

test("ends other sessions after a new password", async () => {
  const elsewhere = await t.admin();
  const here = await t.admin();
  expect((await here.auth.updateUser({ data: { full_name: "Ada" } })).error).toBeNull();
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();
  expect((await here.auth.updateUser({ password: people.admin.password })).error?.code).toBe(
    "same_password",
  );
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();
  try {
    expect((await here.auth.updateUser({ password: "tape-gun-2026" })).error).toBeNull();
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull();
    expect((await elsewhere.rpc("is_admin_user")).data).not.toBe(true);
    expect((await here.auth.refreshSession()).error).toBeNull();
    expect((await here.rpc("is_admin_user")).data).toBe(true);
  } finally {
    await here.auth.updateUser({ password: people.admin.password });
  }
});

test("15 minutes after sign-in, a new password takes the current one", async () => {
  const client = await t.admin();
  await t.sql`update auth.sessions set created_at = now() - interval '16 minutes'`;
  const password = "tape-gun-2026";
  const change = (current_password?: string) =>
    client.auth.updateUser({ password, ...(current_password && { current_password }) });
  expect((await change()).error).toMatchObject({
    code: "current_password_required",
    message: "Enter your current password, too.",
  });
  expect((await change("not this one")).error?.code).toBe("current_password_mismatch");
  expect((await change(people.admin.password)).error).toBeNull();
  await client.auth.updateUser({
    password: people.admin.password,
    current_password: password,
  });
});

test.each([
  ["five5", "weak_password"],
  ["      ", "weak_password"],
  ["x".repeat(73), "validation_failed"],
])("%j is no password", async (password, code) => {
  const { error } = await (await t.stranger()).auth.updateUser({ password });
  expect([error?.status, error?.code]).toEqual([422, code]);
  const signUp = await t.visitor().auth.signUp({ email: "weak@example.com", password });
  expect([signUp.error?.status, signUp.error?.code]).toEqual([422, code]);
});

test("our hashes work in pgcrypto, and pgcrypto's here", async () => {
  const stranger = await t.stranger();
  await stranger.auth.updateUser({ password: "hashed-by-the-server" });
  const [row] = await t.sql`select extensions.crypt('hashed-by-the-server', encrypted_password)
    = encrypted_password as same from auth.users where email = ${people.stranger.email}`;
  expect(row?.same).toBe(true);
  for (const mark of ["$2a$", "$2b$"]) {
    await t.sql`update auth.users set encrypted_password = ${mark} ||
      substr(extensions.crypt(${people.stranger.password}, extensions.gen_salt('bf', 10)), 5)
      where email = ${people.stranger.email}`;
    expect((await t.visitor().auth.signInWithPassword(people.stranger)).error).toBeNull();
  }
});

describe("a refresh token", () => {
  const renew = async (refresh_token: string) => {
    const response = await t.request("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ refresh_token }),
    });
    return { status: response.status, body: await response.json() };
  };
  const first = async () =>
    (await (await t.stranger()).auth.getSession()).data.session?.refresh_token ?? "";
  const later = () =>
    t.sql`update auth.sessions set refreshed_at = refreshed_at - interval '31 seconds'`;

  test("can be renewed by two tabs at once", async () => {
    const token = await first();
    const [one, other] = await Promise.all([renew(token), renew(token)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.refresh_token).toBe(other.body.refresh_token);
    expect((await renew(one.body.refresh_token)).status).toBe(200);
  });

  test("that was used long ago ends its session", async () => {
    const token = await first();
    const { body } = await renew(token);
    await later();
    const reused = await renew(token);
    expect([reused.status, reused.body.error_code]).toEqual([400, "refresh_token_already_used"]);
    expect((await renew(body.refresh_token)).status).toBe(400);
  });

  test("that is two renewals old ends its session", async () => {
    const token = await first();
    const second = await renew(token);
    await renew(second.body.refresh_token);
    expect((await renew(token)).status).toBe(400);
  });

  test("from before this service works once", async () => {
    const { data } = await (await t.stranger()).auth.getSession();
    const { session_id, sub } = claimsOf(data.session?.access_token);
    const earlier = "01a2001d-7f44-718b-a9ce-4290914c9373";
    await t.sql`update auth.sessions set refresh_token_counter = null, tag = null
      where id = ${session_id}`;
    await t.sql`insert into auth.refresh_tokens (id, token, user_id, session_id)
      values (gen_random_uuid(), ${earlier}, ${sub}, ${session_id})`;
    const { status, body } = await renew(earlier);
    expect(status).toBe(200);
    expect((await renew(body.refresh_token)).status).toBe(200);
    expect((await renew(earlier)).status).toBe(400);
  });

  test.each(["a.b.c", "00000000-0000-4000-8000-000000000000", ""])(
    "that is invalid (%j) is refused",
    async (token) => {
      expect((await renew(token)).status).toBe(400);
    },
  );

  test("can't be forged for another session or renewal", async () => {
    const [id, counter, signature] = (await first()).split(".");
    const other = (await first()).split(".")[0];
    expect((await renew(`${other}.${counter}.${signature}`)).status).toBe(400);
    expect((await renew(`${id}.1.${signature}`)).status).toBe(400);
  });
});

test("refuses requests without the publishable key, or with the secret key from outside", async () => {
  expect((await t.request("/rest/v1/services")).status).toBe(401);
  expect((await t.request("/rest/v1/services", { headers: { apikey: "wrong" } })).status).toBe(401);
  const { secretKey } = await secretsOfSite(t);
  const apikey = secretKey;
  expect((await t.request("/rest/v1/admins", { headers: { apikey } })).status).toBe(401);
  expect((await t.request(`/rest/v1/admins?apikey=${apikey}`)).status).toBe(401);
});

test.each([
  "/_system/info",
  "/",
  "/studio",
  "/rest/v2/x",
  "/storage/v1/bucket",
  "/auth/v1/admin/users",
])("%s is not there", async (path) => {
  const response = await t.request(path, { headers: { apikey: t.backend.publishableKey } });
  expect([401, 404]).toContain(response.status);
});
