import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDevices } from "#server/backend/auth/index.ts";
import { cookiesIn } from "#server/backend/gateway/request/operation.ts";
import { openBackend } from "#server/backend/index.ts";
import type { Backend } from "#server/backend/types.ts";
import { createLog } from "#server/runtime/log.ts";
import {
  openTestBackend,
  secretsOfSite,
  signInAt,
  type TestBackend,
} from "#tests/support/backend.ts";
import { linkIn, mailTo, partsOf } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";

vi.setConfig({ testTimeout: 600_000 });

/** Two processes of one site. */
let t: TestBackend;
let other: Backend;
beforeAll(async () => {
  t = await openTestBackend();
  // Keeps the job from sending what a test reads, and between the emails of another.
  await t.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  other = await openBackend(t.env, createLog("silent"));
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const asked = (path: string, body: object, token?: string) =>
  t.request(path, {
    method: "POST",
    headers: {
      apikey: t.backend.publishableKey,
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

const makeNewKeys = async () => {
  const { session } = await signInAt(t.backend);
  const again = () => asked("/functions/v1/admin-secrets", {}, session?.access_token);
  return { answer: await (await again()).json(), again };
};

test("revokes tokens of old keys in every process, without a restart", async () => {
  const before = await secretsOfSite(t);
  const elsewhere = await signInAt(other);
  const signIn = await asked("/auth/v1/token?grant_type=password", people.admin);
  const cookies = cookiesIn(
    new Headers({ cookie: signIn.headers.get("set-cookie")?.split(";")[0] ?? "" }),
  );
  const isKnown = (signing: { jwtSecret: string }) =>
    createDevices(signing, () => "").known(cookies, people.admin.email) !== undefined;
  await t.visitor().auth.resetPasswordForEmail(people.admin.email);
  const mail = await mailTo(t, people.admin.email);
  const mailed = partsOf(linkIn(mail.text));
  const { data: set } = await elsewhere.client.rpc("set_create", { name: "Spring" });
  const { data: preview } = await elsewhere.client.rpc("preview_link_create", { of_set: set.id });
  const previewed = async () =>
    (await t.visitor().rpc("preview_link_open", { token: preview.token })).data.state;
  expect([isKnown(before), await previewed()]).toEqual([true, "open"]);

  const { answer, again } = await makeNewKeys();
  expect(answer).toEqual({ success: true, error: null });
  const after = await secretsOfSite(t);
  for (const name of ["jwtSecret", "secretKey", "loginPassword"] as const)
    expect(after[name]).not.toBe(before[name]);

  expect((await again()).status, "the access token of who made them").toBe(401);
  expect((await elsewhere.client.from("services").select()).status).toBe(401);
  const renewed = await elsewhere.client.auth.refreshSession();
  expect(renewed.error?.code).toBe("refresh_token_not_found");
  expect((await t.visitor().auth.verifyOtp(mailed)).error?.code).toBe("otp_expired");
  expect([isKnown(after), await previewed()]).toEqual([false, "revoked"]);
  const [state] = await t.sql`select keys_made_by from private.backup_state`;
  expect(state?.keys_made_by).toBe(people.admin.email);
});

test("accepts tokens of every process with the new keys", async () => {
  await makeNewKeys();
  await t.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename ~ '_(api|server)$'`;
  for (const [one, two] of [
    [t.backend, other],
    [other, t.backend],
  ] as const) {
    // A connection that was just cut fails the next request on it.
    const { session } = await vi.waitFor(() => signInAt(one));
    const info = { clientAddress: "192.0.2.1", requestId: "test" };
    const client = createClient(two.serverUrl, two.publishableKey, {
      accessToken: async () => session?.access_token ?? "",
      global: { fetch: (input, init) => two.fetch(new Request(input, init), info) },
    });
    await vi.waitFor(async () => expect((await client.rpc("is_admin_user")).data).toBe(true));
  }
});

test("names a former admin with a backup until there are new keys", async () => {
  const [dana] = await t.sql`select id from auth.users where email = ${people.stranger.email}`;
  const id = String(dana?.id);
  await t.sql`insert into admins (user_id) values (${id})`;
  const [download] = await t.sql`insert into backup_downloads (person_id, email, backup)
    values (${id}, ${people.stranger.email}, '20261122T110000Z') returning id`;
  const fetched = async () =>
    (await t.sql`select private.fetched_backup_since_rotation(${id}) as yes`)[0]?.yes;
  const named = async () => (await (await t.admin()).rpc("admin_backups")).data.keys.former_admins;
  const use = async () =>
    (await t.sql`select backup_link_use(${download?.id}) as backup`)[0]?.backup;

  expect([await fetched(), await named()]).toEqual([false, []]);
  expect([await use(), await use()]).toEqual(["20261122T110000Z", null]);
  const mails = await t.sql`select email, detail from private.account_notices
    where kind = 'backup_downloaded'`;
  expect(new Set(mails.map(({ email }) => email))).toEqual(
    new Set([people.admin.email, people.stranger.email]),
  );
  expect(mails[0]?.detail).toMatch(
    new RegExp(`^${people.stranger.email} downloaded the backup 20261122T110000Z at 20.+ UTC\\.$`),
  );
  expect([await fetched(), await named()]).toEqual([true, []]);

  await t.sql`delete from admins where user_id = ${id}`;
  expect([await fetched(), await named()]).toEqual([true, [people.stranger.email]]);
  // Nobody can use a link that the removed admin never opened.
  await t.sql`update backup_downloads set fetched_at = null where id = ${download?.id}`;
  expect(await use()).toBeNull();
  await t.sql`update backup_downloads set fetched_at = now() where id = ${download?.id}`;

  await makeNewKeys();
  expect([await fetched(), await named()]).toEqual([false, []]);
});
