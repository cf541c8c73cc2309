import bcrypt from "bcrypt";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAuth, MINIMUM_DURATION_MS } from "#server/backend/auth/index.ts";
import { createAuthLimits } from "#server/backend/auth/limits.ts";
import { closePool, openPool, type Pool } from "#server/backend/postgres/pool.ts";
import { createLog } from "#server/runtime/log.ts";
import { t, withSite } from "./auth-steps.ts";

withSite();

const KNOWN = "known@example.com";
const PASSWORD = "some-password";
const WAITING = "waiting@example.com";
const INVITED = "invited@example.com";
const UNKNOWN = "nobody@example.com";

let pool: Pool;
let auth: ReturnType<typeof createAuth>;
let now = 0;
let posted: [kind: string, to: string][] = [];
const pass = async (ms: number) => {
  now += ms;
};

beforeAll(async () => {
  pool = openPool(t.env.databaseUrl ?? "", createLog("silent"), 2);
  auth = createAuth({
    pool,
    signing: { jwtSecret: "secret" },
    siteUrl: () => "http://site.test",
    limits: createAuthLimits(false),
    log: createLog("silent"),
    mails: {
      async post(kind, to) {
        await pass(120);
        posted.push([kind, to]);
      },
      retryDue: async () => {},
    },
    clock: { now: () => now, sleep: pass },
  });
  const password = await bcrypt.hash(PASSWORD, 10);
  await t.sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    values (gen_random_uuid(), ${KNOWN}, ${password}, now()),
      (gen_random_uuid(), ${WAITING}, ${password}, null),
      (gen_random_uuid(), ${INVITED}, null, now())`;
});
afterAll(() => closePool(pool));
beforeEach(() => {
  now = 0;
  posted = [];
});

const call = <Body>(body: Body) => ({
  body,
  query: {},
  token: undefined,
  id: "",
  cookies: {},
  userAgent: "",
  info: { clientAddress: "203.0.113.7", requestId: "test" },
  signal: new AbortController().signal,
});

/** What an outside client can observe: the text of the response, and its timing. */
async function seen(asked: () => Promise<Response>) {
  const began = now;
  const said = await asked().then(
    async (response) => [response.status, outline(await response.text())],
    (cause: Error) => [cause.name, cause.message],
  );
  return { said, after: now - began };
}

/** Replaces every value in a text that differs between accounts. */
const outline = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "<time>")
    .replaceAll(/[\w-]+@example\.com/g, "<email>");

describe("hides whether an account exists from timing", () => {
  const signIn = (email: string, password: string) =>
    auth.signIn({ ...call({ email, password }), query: { grant_type: "password" } });

  test("a refused sign-in has the same message, time and work", async () => {
    const compare = vi.spyOn(bcrypt, "compare").mockImplementation(async (password, hash) => {
      await pass(60);
      return bcrypt.compareSync(String(password), hash);
    });
    const query = vi.spyOn(pool, "query");
    for (const [email, password] of [
      [KNOWN, "a-wrong-one"],
      [WAITING, PASSWORD],
      [WAITING, "a-wrong-one"],
      [INVITED, ""],
      [UNKNOWN, "a-wrong-one"],
    ] as const) {
      const answer = await seen(() => signIn(email, password));
      expect(answer, email).toEqual({
        said: ["HttpError", "Invalid login credentials"],
        after: MINIMUM_DURATION_MS,
      });
      expect(query, email).toHaveBeenCalledOnce();
      expect(compare, email).toHaveBeenCalledOnce();
      const hash = compare.mock.lastCall?.[1] ?? "";
      expect([hash.length, bcrypt.getRounds(hash)], "as much hashing").toEqual([60, 10]);
      query.mockClear();
      compare.mockClear();
    }
    const { said } = await seen(() => signIn(KNOWN, PASSWORD));
    expect(said[0]).toBe(200);
    expect(compare).toHaveBeenCalledOnce();
  });

  test.each([
    {
      name: "a link for a new password",
      ask: (email: string) => auth.recover(call({ email })),
      mails: [
        ["recovery", KNOWN],
        ["recovery", WAITING],
      ],
    },
    {
      name: "the link of a sign-up again",
      ask: (email: string) => auth.resend(call({ email, type: "signup" as const })),
      mails: [["signup", WAITING]],
    },
  ])("answers $name alike for all", async ({ ask, mails }) => {
    for (const email of [KNOWN, WAITING, UNKNOWN])
      expect(await seen(() => ask(email)), email).toEqual({
        said: [200, "{}"],
        after: MINIMUM_DURATION_MS,
      });
    expect(posted).toEqual(mails);
  });

  test("answers sign-up alike for new, waiting and confirmed accounts", async () => {
    const signUp = (email: string) =>
      seen(() => auth.signUp(call({ email, password: PASSWORD, data: { full_name: "Ann Lee" } })));
    const fresh = await signUp("someone-new@example.com");
    expect(fresh).toMatchObject({ said: [200, expect.any(String)], after: MINIMUM_DURATION_MS });
    expect(await signUp("Someone-New@example.com")).toEqual(fresh);
    expect(await signUp(KNOWN)).toEqual(fresh);
    expect(posted).toEqual([
      ["signup", "someone-new@example.com"],
      ["signup", "someone-new@example.com"],
      ["account_exists", KNOWN],
    ]);
  });
});
