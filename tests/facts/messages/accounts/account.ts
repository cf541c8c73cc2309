import { expect } from "vitest";
import * as queries from "#app/features/auth/account/queries.ts";
import { nameSchema, passwordSchema } from "#app/features/auth/account/schema.ts";
import { signIn } from "#app/features/auth/queries.ts";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { current } from "../../acting.ts";
import { type Fact, type FactsFor, refusedTo, unreadable } from "../../fact.ts";
import type { World } from "../../world.ts";

const words = EVERY_MESSAGE.account;
const PASSWORD = "hand-truck-99";
const OTHER = "tape-gun-2026";

/** Does `work` as someone new who is signed in here and there. @returns which of the two then still is */
async function atBoth(
  world: World,
  work: (email: string, there: string) => Promise<unknown>,
): Promise<boolean[]> {
  const email = `own${crypto.randomUUID()}@example.com`;
  await addUser(world.site.sql, email, PASSWORD);
  const there = world.client("visitor");
  await there.auth.signInWithPassword({ email, password: PASSWORD });
  const { data: sessions } = await there.rpc("my_sessions");
  return world.as("visitor", async () => {
    await signIn(email, PASSWORD);
    await work(email, sessions?.[0]?.id ?? "");
    const all = [current().client, there].map((one) => one.rpc("my_sessions"));
    return (await Promise.all(all)).map(({ error }) => error === null);
  });
}

const firstIssue = (schema: typeof nameSchema | typeof passwordSchema, typed: object) =>
  schema.safeParse(typed).error?.issues[0]?.message;

const changed: Fact = async (world) => {
  let email = "";
  const signedIn = await atBoth(world, async (address) => {
    email = address;
    await queries.changePassword(PASSWORD, OTHER);
  });
  expect(signedIn).toEqual([true, false]);
  const codeFor = async (password: string) =>
    (await world.client("visitor").auth.signInWithPassword({ email, password })).error?.code;
  expect(await codeFor(PASSWORD)).toBe("invalid_credentials");
  expect(await codeFor(OTHER)).toBeUndefined();
};

export const accountMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "account">> = {
  account: {
    load: unreadable(queries.listSessions, words.load),
    nameMissing: async () => {
      expect(firstIssue(nameSchema, { full_name: "  " })).toBe(words.nameMissing);
    },
    nameSaved: async (world) => {
      await atBoth(world, async (email) => {
        await queries.changeName("Ines Vito");
        const [user] = await world.site.sql`
          select raw_user_meta_data ->> 'full_name' as name from auth.users where email = ${email}`;
        expect(user?.name).toBe("Ines Vito");
      });
    },
    nameFailed: refusedTo("stranger", () => queries.changeName("x".repeat(101)), {
      why: /The request can't be understood/,
    }),
    passwordMissing: async () => {
      expect(firstIssue(passwordSchema, { current: "", password: OTHER })).toBe(
        words.passwordMissing,
      );
    },
    passwordChanged: changed,
    passwordChangedElsewhere: changed,
    passwordFailed: refusedTo("visitor", () => queries.changePassword(PASSWORD, OTHER), {
      why: /Your session has ended/,
    }),
    sessionEnded: async (world) => {
      const signedIn = await atBoth(world, (_, there) => queries.endSession(there));
      expect(signedIn).toEqual([true, false]);
    },
    sessionFailed: refusedTo("stranger", () => queries.endSession(crypto.randomUUID()), {
      why: /This session has already ended/,
    }),
    othersEnded: async (world) => {
      expect(await atBoth(world, queries.endOtherSessions)).toEqual([true, false]);
    },
    othersFailed: async (world) => {
      const signedIn = await atBoth(world, async () => {
        const cut = world.clientWithResponses((url) =>
          url.includes("/logout") ? new Response("{}", { status: 500 }) : undefined,
        );
        const { data } = await current().client.auth.getSession();
        if (data.session) await cut.auth.setSession(data.session);
        expect((await cut.auth.signOut({ scope: "others" })).error).not.toBeNull();
      });
      expect(signedIn).toEqual([true, true]);
    },
  },
};
