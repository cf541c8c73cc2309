import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { createSessions } from "#server/backend/auth/sessions.ts";
import { closePool, openPool, type Pool, queryOn } from "#server/backend/postgres/pool.ts";
import { createLog } from "#server/runtime/log.ts";
import { followsModel } from "#tests/support/model.ts";
import { people } from "#tests/support/people.ts";
import { t, withSite } from "./auth-steps.ts";

withSite();

let pool: Pool;
let userId: string;
beforeAll(async () => {
  pool = openPool(t.env.databaseUrl ?? "", createLog("silent"), 4);
  const [user] = await t.sql`select id from auth.users where email = ${people.stranger.email}`;
  userId = user?.id;
});
afterAll(() => closePool(pool));

/** Token holders: tabs that share one browser's storage, or an attacker with a copy of it. */
const HOLDERS = 4;
const GRACE = 30;
const GONE = "refresh_token_not_found";

type Operation =
  | ["sign in", holder: number]
  /** with the holder's token; `atOnce` concurrent requests */
  | ["renew", holder: number, atOnce: number]
  | ["copy the token", from: number, to: number]
  | ["wait", seconds: number];

const holder = fc.nat(HOLDERS - 1);
const operation = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(fc.constant("sign in"), holder) },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constant("renew"), holder, fc.constantFrom(1, 1, 2, 3)),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant("copy the token"), holder, holder) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("wait"), fc.constantFrom(1, 15, 29, 30, 31)) },
) as fc.Arbitrary<Operation>;

/** The model's session: every token it issued, and when each was first used. */
const CLIENT = { userAgent: "", address: "203.0.113.7" };

interface Session {
  tokens: string[];
  usedAt: (number | undefined)[];
  over: boolean;
}

async function follow(operations: readonly Operation[]) {
  let seconds = Date.parse("2026-11-21T09:00:00Z") / 1000;
  const sessions = createSessions({ jwtSecret: "secret" }, () => new Date(seconds * 1000));
  const held: { token: string; session: Session }[] = [];

  const renewed = (token: string) =>
    sessions.renew(pool, token, CLIENT).then(
      (answer) => (answer === "reused" ? answer : { token: answer.refresh_token }),
      ({ code }: { code: string }) => code,
    );

  /** The expected renewal: the index of the session's next token, or an error code. */
  function expected({ tokens, usedAt, over }: Session, place: number): number | string {
    if (over) return GONE;
    const used = usedAt[place];
    if (used === undefined) return place + 1;
    const nextIsUnused = place + 2 === tokens.length && usedAt[place + 1] === undefined;
    return nextIsUnused && seconds - used < GRACE ? place + 1 : "reused";
  }

  async function renew(who: number, atOnce: number) {
    const mine = held[who];
    if (!mine) return;
    const { session } = mine;
    const place = session.tokens.indexOf(mine.token);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => renewed(mine.token)));
    const outcomes = answers.map((answer) => {
      const outcome = expected(session, place);
      if (outcome === "reused") session.over = true;
      if (typeof outcome === "string") return { outcome, given: answer };
      session.usedAt[place] ??= seconds;
      const token = typeof answer === "string" ? answer : answer.token;
      session.tokens[outcome] ??= token;
      mine.token = token;
      return { outcome: session.tokens[outcome], given: token };
    });
    // The database decides the order of concurrent renewals.
    expect(outcomes.map(({ given }) => given).toSorted()).toEqual(
      outcomes.map(({ outcome }) => outcome).toSorted(),
    );
    expect(new Set(session.tokens).size, "no token is given twice").toBe(session.tokens.length);
  }

  for (const operation of operations) {
    const [what, value] = operation;
    if (what === "sign in") {
      const begun = await sessions.begin(queryOn(pool), userId, "password", CLIENT);
      const token = begun?.refresh_token ?? "";
      const session = { tokens: [token], usedAt: [undefined], over: false };
      held[value] = { token, session };
    } else if (what === "renew") await renew(value, operation[2]);
    else if (what === "wait") seconds += value;
    else if (held[value]) held[operation[2]] = { ...held[value] };
  }
}

followsModel("sessions", { operation, follow, length: 60, runs: 15 });
