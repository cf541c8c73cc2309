import { expect } from "vitest";
import * as auth from "#app/features/auth/queries.ts";
import * as queries from "#app/features/auth/second-factor/queries.ts";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { codeOf } from "#tests/support/stand-ins/authenticator.ts";
import { current } from "../../acting.ts";
import { type Fact, type FactsFor, refusedTo, thrownBy } from "../../fact.ts";
import { journeys } from "../../journeys.ts";
import type { World } from "../../world.ts";
import { newcomer } from "./users.ts";

const words = EVERY_MESSAGE.secondFactor;

interface Someone {
  email: string;
  password: string;
  app: queries.NewApp;
}

/** Runs `work` as a new person with an app, whose session is a full one. */
async function asSomeone(world: World, work: (someone: Someone) => Promise<void>) {
  const { email, password } = await newcomer(world, `factor${crypto.randomUUID()}`);
  await world.as("visitor", async () => {
    await auth.signIn(email, password);
    const app = await queries.addApp("Phone");
    await queries.enterCode(app.id, codeOf(app.key));
    await work({ email, password, app });
  });
}

/** The same, in a new session that proved only the password. */
const asHalf = (world: World, work: (someone: Someone) => Promise<void>) =>
  asSomeone(world, (someone) =>
    world.as("visitor", async () => {
      expect(await auth.signIn(someone.email, someone.password)).toBe(true);
      await work(someone);
      expect(await auth.mySecondFactor()).toMatchObject({ enrolled: true, proved: false });
    }),
  );

/** A session without its code may not do this. */
const refusedToHalf =
  (say: (cause: unknown) => string, call: (someone: Someone) => Promise<unknown>): Fact =>
  (world) =>
    asHalf(world, async (someone) => {
      const cause = await world.unchanged(() => thrownBy(() => call(someone)));
      expect(say(cause)).toMatch(/You don't have permission|code/);
    });

export const secondFactorMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "secondFactor">> = {
  secondFactor: {
    load: refusedTo("visitor", queries.loadSecondFactor, {
      say: words.load,
      why: /Your session has ended/,
    }),
    codeMissing: journeys["secondFactor.codeMissing"],
    codeShape: journeys["secondFactor.codeShape"],
    wrongCode: (world) =>
      asHalf(world, async ({ app }) => {
        // The last one added the app.
        for (const code of ["000000", codeOf(app.key)]) {
          const cause = await thrownBy(() => queries.enterCode(app.id, code));
          expect(queries.refusal(cause)).toBe(words.wrongCode);
        }
      }),
    wrongRecoveryCode: (world) =>
      asSomeone(world, async ({ email, password }) => {
        const [code = ""] = await queries.makeCodes();
        const enter = () =>
          world.as("visitor", async () => {
            await auth.signIn(email, password);
            await queries.enterRecoveryCode(code);
            expect(await auth.mySecondFactor()).toMatchObject({ proved: true });
          });
        await enter();
        const cause = await thrownBy(enter);
        expect(queries.refusal(cause, "recovery code")).toBe(words.wrongRecoveryCode);
        expect((await queries.loadSecondFactor()).codes).toEqual({ left: 9, of: 10 });
      }),
    // A database restored on a server with other keys.
    unreadable: (world) =>
      asHalf(world, async ({ app }) => {
        await world.site.sql`update auth.mfa_factors set secret = 'AAAA' where id = ${app.id}`;
        const cause = await thrownBy(() => queries.enterCode(app.id, codeOf(app.key)));
        expect(queries.refusal(cause)).toBe(words.unreadable);
      }),
    nameTaken: (world) =>
      asSomeone(world, async () => {
        const cause = await thrownBy(() => queries.addApp("Phone"));
        expect(queries.refusal(cause)).toBe(words.nameTaken);
        expect((await queries.loadSecondFactor()).apps).toHaveLength(1);
      }),
    replaced: (world) =>
      asSomeone(world, async () => {
        const first = await queries.addApp("Tablet");
        await queries.addApp("Tablet");
        const cause = await thrownBy(() => queries.enterCode(first.id, codeOf(first.key)));
        expect(queries.refusal(cause)).toBe(words.replaced);
      }),
    added: (world) =>
      asSomeone(world, async () => {
        expect(await auth.mySecondFactor()).toMatchObject({ enrolled: true, proved: true });
        expect(await queries.firstCodes()).toHaveLength(10);
        expect(await queries.firstCodes()).toBeUndefined();
      }),
    removed: (world) =>
      asSomeone(world, async ({ app, email, password }) => {
        await queries.makeCodes();
        await queries.removeApp(app.id);
        expect(await queries.loadSecondFactor()).toMatchObject({ apps: [], codes: undefined });
        await world.as("visitor", async () => {
          expect(await auth.signIn(email, password)).toBe(false);
        });
      }),
    removeFailed: refusedToHalf(words.removeFailed, ({ app }) => queries.removeApp(app.id)),
    codesFailed: refusedToHalf(words.codesFailed, queries.makeCodes),
    codesUnsaved: journeys["secondFactor.codesUnsaved"],
    // Only hosted Supabase can have them off.
    noCodes: async (world) => {
      const off = { error_code: "mfa_recovery_codes_enroll_not_enabled", msg: "Not enabled" };
      const person = await newcomer(world, `no-codes${crypto.randomUUID()}`);
      await world.withResponses(
        (url) => (url.includes("recovery-codes") ? Response.json(off, { status: 422 }) : undefined),
        async () => {
          await auth.signIn(person.email, person.password);
          expect(await queries.firstCodes()).toBe("off");
          expect(queries.refusal(await thrownBy(queries.makeCodes))).toBe(words.noCodes);
          expect((await current().client.auth.mfa.listFactors()).data?.recovery_code).toEqual([]);
        },
      );
    },
  },
};
