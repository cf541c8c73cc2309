import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { statusOfSqlState } from "#server/backend/postgres/errors.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

test.each([
  "otp",
  "magiclink",
  "invite",
  "admin/users",
  "factors/webauthn",
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

test("keeps revoked rights revoked under load", async () => {
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

/** Records the statements of one piece of work, and ignores the server's jobs and other requests. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const own = new AsyncLocalStorage<true>();
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    const [first] = asked as [string | { text: string }];
    if (own.getStore()) statements.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, asked);
  });
  await own.run(true, work);
  return statements;
}

test("runs three statements for a visitor's request", async () => {
  const visitor = t.visitor();
  const statements = await statementsOf(async () => visitor.from("services").select());
  const ofRequest = statements.filter((statement) => !isSetUp(statement));
  expect(ofRequest).toEqual([
    expect.stringMatching(/^begin read only; select .*set_config\('role', 'anon', true\)$/),
    expect.stringMatching(/^select .* from .*"services"/is),
    expect.stringMatching(/^commit/i),
  ]);
});

/** A new connection's setup statement. The request sends it if all other connections are in use. */
const isSetUp = (statement: string) => /^select set_config\(.*, false\)$/.test(statement);

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

  test("answers 409 with a message for a row that refers to a missing one", async () => {
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
  ])("ends %s hanging statement after a second", async (_, signIn) => {
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
