import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { statusOfSqlState } from "#server/backend/postgres/errors.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { people } from "#tests/support/people.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

describe("who has an account can't be told by how long an answer takes", () => {
  // An unknown address costs no hash and no mail: without the even pace it is answered in a few ms.
  const EVEN_PACE_MS = 300;
  const timed = async (path: string, body: object) => {
    const began = performance.now();
    const response = await t.request(`/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const ms = performance.now() - began;
    return { ms, said: [response.status, await response.text()] };
  };

  test.each([
    ["token?grant_type=password", { password: "a-wrong-one" }],
    ["recover", {}],
    ["resend", { type: "signup" }],
  ])("%s", async (path, body) => {
    const known = await timed(path, { ...body, email: people.admin.email });
    const unknown = await timed(path, { ...body, email: "nobody@example.com" });
    expect(unknown.said).toEqual(known.said);
    // Timers may fire a millisecond early.
    for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(EVEN_PACE_MS - 2);
  });

  test("signup, whether the account is confirmed, waits, or is new", async () => {
    const signUp = (email: string) =>
      timed("signup", { email, password: "some-password", data: { full_name: "Ann Lee" } });
    const fresh = await signUp("someone-new@example.com");
    const waiting = await signUp("Someone-New@example.com");
    const known = await signUp(people.admin.email);
    const before = (await t.outbox()).length;
    for (const { ms, said } of [fresh, waiting, known]) {
      expect(ms).toBeGreaterThanOrEqual(EVEN_PACE_MS - 2);
      expect(said.map(outline)).toEqual(fresh.said.map(outline));
    }
    const mails = (await t.outbox()).map(({ to, subject }) => [to?.[0]?.address, subject]);
    expect(mails).toHaveLength(before);
    expect(mails.filter(([to]) => to === "someone-new@example.com")).toHaveLength(2);
    expect(mails.filter(([, subject]) => subject?.startsWith("Confirm"))).toHaveLength(2);
    expect(mails).toContainEqual([
      people.admin.email,
      "You already have an account for Evergreen Fulfillment",
    ]);
  });
});

/** A text with every value that differs from one account to the next left out. */
const outline = (value: unknown) =>
  String(value)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "<time>")
    .replaceAll(/[\w-]+@example\.com/g, "<email>");

test.each([
  "otp",
  "magiclink",
  "invite",
  "admin/users",
  "factors",
  "authorize",
  "sso",
  "reauthenticate",
])("%s is not there", async (path) => {
  const email = `by-${path}@example.com`;
  const response = await t.request(`/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, create_user: true }),
  });
  expect(response.status).toBe(404);
  expect(await t.sql`select 1 from auth.users where email = ${email}`).toHaveLength(0);
});

test("what migrations revoked stays revoked, however many requests come", async () => {
  const grants = `select table_name, grantee, privilege_type from information_schema.role_table_grants
    where table_schema = 'public' and grantee in ('anon', 'authenticated') order by 1, 2, 3`;
  const url = await createTestDatabase(inject("clusterUrl"));
  const untouched = connect(url, 1);
  const asMigrated = [...(await untouched.unsafe(grants))];
  await untouched.end();
  await dropTestDatabase(url);

  for (const client of [t.visitor(), await t.stranger(), await t.admin()])
    await client.from("services").select();
  expect([...(await t.sql.unsafe(grants))]).toEqual(asMigrated);
  expect(asMigrated.filter(({ table_name }) => table_name === "admins")).toEqual([]);
});

test("a visitor's request takes three statements: begin as who asks, what is asked, commit", async () => {
  const visitor = t.visitor();
  await visitor.from("services").select();
  const query = vi.spyOn(pg.Client.prototype, "query");
  await visitor.from("services").select();
  const statements = query.mock.calls.map(([asked]) =>
    typeof asked === "string" ? asked : (asked as { text: string }).text,
  );
  expect(statements).toEqual([
    expect.stringMatching(/^begin read only; select .*set_config\('role', 'anon', true\)$/),
    expect.stringMatching(/^select .* from .*"services"/is),
    expect.stringMatching(/^commit/i),
  ]);
});

describe("PostgreSQL's refusals have PostgREST's statuses", () => {
  test.each([
    ["23514", 400],
    ["23503", 409],
    ["23505", 409],
    ["22P02", 400],
    ["42883", 404],
    ["42P01", 404],
    ["42P17", 500],
    ["57014", 504],
    ["57P01", 503],
    ["53300", 503],
    ["40001", 503],
    ["08006", 503],
    ["0L000", 403],
    ["25006", 405],
    ["P0001", 400],
    ["P0002", 500],
    ["54001", 400],
    ["XX000", 500],
  ])("%s is %i", (state, status) => expect(statusOfSqlState(state, true)).toBe(status));

  test("42501 is 401 to a visitor and 403 to someone signed in", async () => {
    expect([statusOfSqlState("42501", false), statusOfSqlState("42501", true)]).toEqual([401, 403]);
    const note = { submission_id: "00000000-0000-4000-8000-000000000000", body: "x" };
    const insert = async (client: ReturnType<typeof t.visitor>) =>
      (await client.from("submission_notes").insert(note)).status;
    expect([await insert(t.visitor()), await insert(await t.stranger())]).toEqual([401, 403]);
  });

  test("a row that points nowhere answers 409 in words", async () => {
    const { status, error } = await (await t.admin()).from("submission_notes").insert({
      submission_id: "00000000-0000-4000-8000-000000000000",
      body: "To nobody.",
    });
    expect([status, error?.code]).toEqual([409, "23503"]);
    expect(error?.message).toMatch(/violates foreign key constraint/);
  });

  test.each([
    ["a visitor's", () => t.visitor()],
    ["somebody's who only has an account", () => t.stranger()],
  ])("%s statement that waits for ever ends after a second", async (_, signIn) => {
    const client = await signIn();
    const [locked, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = t.sql.begin(async (tx) => {
      await tx`lock table faq_items in access exclusive mode`;
      locked.resolve();
      await enough.promise;
    });
    await locked.promise;
    const { status, error } = await client.from("faq_items").select();
    enough.resolve();
    await locking;
    expect(status).toBe(504);
    expect(error?.message).toBe("Something went wrong. Please try again.");
  });
});
