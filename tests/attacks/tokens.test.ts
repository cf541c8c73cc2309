import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, secretsOfSite, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tokenWith } from "#tests/support/token.ts";

/** The attacker has the key that signs tokens, and knows every id. */
let t: TestBackend;
let jwtSecret: string;
/** the admin's, with a session that is still open */
let sub: string;
let session_id: string;
let strangers: string;

beforeAll(async () => {
  t = await openTestBackend();
  ({ jwtSecret } = await secretsOfSite(t));
  const sessionOf = async (person: { email: string; password: string }) => {
    await t.visitor().auth.signInWithPassword(person);
    const [row] = await t.sql`select s.id, s.user_id from auth.sessions s
      join auth.users u on u.id = s.user_id where u.email = ${person.email}`;
    return { id: String(row?.id), user: String(row?.user_id) };
  };
  const own = await sessionOf(people.admin);
  [sub, session_id] = [own.user, own.id];
  strangers = (await sessionOf(people.stranger)).id;
  await t.sql`insert into auth.sessions (id, user_id, not_after)
    values (${OVER}, ${sub}, now() - interval '1 second')`;
  await t.sql`insert into contact_submissions (name, email, monthly_volume, platforms)
    values ('Ana', 'ana@example.com', '0-50', array['Etsy'])`;
});
afterAll(() => t.close());

const OVER = randomUUID();
// Not injected: The database and the built server use the machine's clock; tests use times relative to it.
const now = () => Math.floor(Date.now() / 1000);
const YEARS = 10 * 365 * 24 * 3600;

const FORGED: [string, () => Record<string, unknown>][] = [
  ["without a session", () => ({ session_id: undefined })],
  ["of a session that never was", () => ({ session_id: randomUUID() })],
  ["of somebody else's session", () => ({ session_id: strangers })],
  ["of a session that is over by the clock", () => ({ session_id: OVER })],
  ["of a session that is no id", () => ({ session_id: `${session_id}'` })],
  ["good for ten years", () => ({ exp: now() + YEARS })],
  ["good for ten years, made then", () => ({ iat: now() + YEARS - 60, exp: now() + YEARS })],
  ["good for a second more than ours", () => ({ iat: now() - 10, exp: now() + 3591 })],
  ["without an end", () => ({ exp: undefined })],
  ["without a beginning", () => ({ iat: undefined })],
  ["that has ended", () => ({ iat: now() - 100, exp: now() - 1 })],
  ["for another audience", () => ({ aud: "backup" })],
  ["for several audiences", () => ({ aud: ["authenticated", "backup"] })],
  ["for no audience", () => ({ aud: undefined })],
  ["of another issuer", () => ({ iss: "https://evil.example/auth/v1" })],
  ["of no issuer", () => ({ iss: undefined })],
  ["of the service", () => ({ role: "service_role" })],
  ["of nobody", () => ({ sub: undefined })],
];

/** Entry points, each with a request that succeeds with an admin's own token. */
const WAYS: [string, string, RequestInit][] = [
  ["tables", "/rest/v1/contact_submissions?select=id", {}],
  ["what visitors read, too", "/rest/v1/services?select=id", {}],
  ["functions of the database", "/rest/v1/rpc/admin_system", { method: "POST", body: "{}" }],
  ["files", "/storage/v1/object/list/media", { method: "POST", body: '{"prefix":""}' }],
  ["accounts", "/auth/v1/user", {}],
  ["functions", "/functions/v1/admin-system", {}],
];

async function ask(path: string, init: RequestInit, claims: Record<string, unknown>) {
  const token = await tokenWith(jwtSecret, { sub, session_id, ...claims });
  const headers = {
    apikey: t.backend.publishableKey,
    authorization: `Bearer ${token}`,
    ...(init.body && { "content-type": "application/json" }),
  };
  return t.request(path, { ...init, headers });
}

describe.each(WAYS)("a token for %s", (_, path, init) => {
  test("of an open session is accepted", async () => {
    expect((await ask(path, init, {})).status).toBe(200);
  });

  test.each(FORGED)("%s is refused", async (_name, claims) => {
    const response = await ask(path, init, claims());
    const said = await response.text();
    expect([401, 403], said).toContain(response.status);
    expect(said).toMatch(/Your session has ended\. Sign in again\.|No session/);
  });
});

/** Hosted Supabase doesn't have our gateway: the database alone checks the token. */
test.each([
  ["without a session", {}],
  ["of a session that never was", { session_id: randomUUID() }],
  ["of somebody else's session", () => ({ session_id: strangers })],
  ["of a session that is over by the clock", { session_id: OVER }],
  ["of a session that is no id", { session_id: "x' or true" }],
])("the database takes no rights from claims %s", async (_, given) => {
  const claims = { sub, role: "authenticated", ...(typeof given === "function" ? given() : given) };
  const asked = (more: object) =>
    t.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ ...claims, ...more })}, true)`;
      await tx`set local role authenticated`;
      const [row] =
        await tx`select public.is_admin_user() as admin, private.may_edit_content() as content,
        private.may_handle_leads() as leads, private.may_administer() as administer,
        (select count(*)::int from public.contact_submissions) as read`;
      return row;
    });
  const nothing = { admin: false, content: false, leads: false, administer: false, read: 0 };
  expect(await asked({})).toEqual(nothing);
  const [stored] = await t.sql`select count(*)::int as read from public.contact_submissions`;
  expect(stored?.read).toBeGreaterThan(0);
  expect(await asked({ session_id })).toMatchObject({ admin: true, administer: true, ...stored });
});

test("ends a token at once after signing out everywhere", async () => {
  const client = await t.admin();
  const { data } = await client.auth.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  const read = () =>
    t.request("/rest/v1/services?select=id", {
      headers: { apikey: t.backend.publishableKey, authorization },
    });
  expect((await read()).status).toBe(200);
  await client.auth.signOut({ scope: "local" });
  const refused = await read();
  expect([refused.status, (await refused.json()).message]).toEqual([
    401,
    "Your session has ended. Sign in again.",
  ]);
});

test("checks rights once per statement, not per row", async () => {
  const everyRow = await t.sql`select schemaname, tablename, policyname from pg_policies,
    lateral (select coalesce(qual, '') || ' ' || coalesce(with_check, '') as rule) r
    where regexp_replace(rule, '\\(\\s*SELECT (private\\.may_\\w+|(public\\.)?is_admin_user)\\(\\)', '', 'g')
      ~ '(may_\\w+|is_admin_user)\\(\\)'`;
  expect(everyRow).toEqual([]);

  await t.sql`insert into contact_submissions (name, email, monthly_volume, platforms)
    select 'Ana', n || '@example.com', '0-50', array['Etsy'] from generate_series(1, 200) n`;
  const plan = await t.sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub, session_id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`set local role authenticated`;
    return tx`explain (analyze, buffers off, costs off, timing off, summary off)
      select id from public.contact_submissions`;
  });
  const lines = plan.map((row) => String(row["QUERY PLAN"]));
  const asked = lines.flatMap((line, at) => (/^\s*InitPlan/.test(line) ? [lines[at + 1]] : []));
  expect(asked.length, lines.join("\n")).toBeGreaterThan(0);
  for (const line of asked) expect(line).toMatch(/loops=1|never executed/);
  expect(lines.join("\n")).not.toMatch(/Filter: .*(may_|is_admin_user)/);
});
