import { expect } from "vitest";
import { signInMessage, signUpMessage } from "#app/features/auth/messages.ts";
import * as queries from "#app/features/auth/queries.ts";
import { invite } from "#app/features/users/queries.ts";
import { asBackendError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { linkIn, mailTo, partsOf } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { current } from "../../acting.ts";
import { type FactsFor, thrownBy } from "../../fact.ts";
import { journeys } from "../../journeys.ts";
import type { World } from "../../world.ts";

const { email, password } = people.stranger;

const sessions = async ({ site }: World) =>
  (
    await site.sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email}`
  ).map(({ id }) => id);

const signedInHere = async () => (await current().client.auth.getSession()).data.session !== null;

/** Everything works except signing out. */
export const failingSignOut = (url: string) =>
  url.includes("/auth/v1/logout") ? new Response("{}", { status: 500 }) : undefined;

/** The sentence says "if": the owner of an account gets an email, and anyone else gets none. */
async function mailsWhere(
  world: World,
  ask: (address: string) => Promise<void>,
  address: string,
): Promise<void> {
  const before = (await world.mailsTo(address)).length;
  await world.as("visitor", () => ask(address));
  await expect.poll(() => world.mailsTo(address)).toHaveLength(before + 1);
  await world.unchanged(() => world.as("visitor", () => ask("nobody-has@example.com")));
}

const exists = {
  error_code: "user_already_exists",
  msg: "User already registered",
};

export const authMessages: FactsFor<Pick<typeof MESSAGES, "auth" | "nameTooLong">> = {
  nameTooLong: async (world) => {
    const name = "x".repeat(101);
    const cause = await world.unchanged(() =>
      world.as("visitor", () => thrownBy(() => queries.signUp("new@example.com", password, name))),
    );
    expect(signUpMessage(cause)).toBe(MESSAGES.nameTooLong(100));
    const set = await world.unchanged(() =>
      world.as("admin", async () => current().client.rpc("set_create", { name: "x".repeat(61) })),
    );
    expect(set.error?.code).toBe("23514");
    const invitation = { email: "new@example.com", full_name: name, role: "editor" } as const;
    const invited = await world.unchanged(() =>
      world.as("admin", () => thrownBy(() => invite(invitation))),
    );
    expect(asBackendError(invited).message).toMatch(/name/i);
  },
  auth: {
    missing: journeys["auth.missing"],
    signInFailed: async (world) => {
      const before = await sessions(world);
      const cause = await world.as("status 500", () =>
        thrownBy(() => queries.signIn(email, password)),
      );
      expect(signInMessage(cause)).toBe(MESSAGES.auth.signInFailed);
      expect(await sessions(world)).toEqual(before);
    },
    signedIn: async (world) => {
      const before = await sessions(world);
      await world.as("visitor", async () => {
        await queries.signIn(email, password);
        expect((await current().client.auth.getUser()).data.user?.email).toBe(email);
      });
      expect(await sessions(world)).toHaveLength(before.length + 1);
    },
    // Our own backend emails the account's owner instead; hosted Supabase may return this.
    alreadyRegistered: async (world) => {
      const cause = await world.unchanged(() =>
        world.withResponses(
          () => Response.json(exists, { status: 422 }),
          () => thrownBy(() => queries.signUp(email, password, "Ada Brooks")),
        ),
      );
      expect(signUpMessage(cause)).toBe(MESSAGES.auth.alreadyRegistered);
    },
    signUpFailed: async (world) => {
      const cause = await world.unchanged(() =>
        world.as("status 500", () =>
          thrownBy(() => queries.signUp("nobody@example.com", password, "No Body")),
        ),
      );
      expect(signUpMessage(cause)).toBe(MESSAGES.auth.signUpFailed);
    },
    signedUp: async (world) => {
      const { site, as, mailsTo } = world;
      await as("visitor", () => queries.signUp("new@example.com", password, "New Comer"));
      const [account] = await site.sql`
        select email_confirmed_at as confirmed from auth.users where email = 'new@example.com'`;
      expect(account).toEqual({ confirmed: null });
      const mail = await mailTo(site, "new@example.com");
      await as("visitor", async () => {
        expect(await queries.followLink(partsOf(linkIn(mail.text)))).toBe("new@example.com");
      });

      // An account's owner sees the same sentence, and gets an email too.
      const before = (await mailsTo(email)).length;
      await as("visitor", () => queries.signUp(email, "another-one-1", "Some One"));
      await expect.poll(() => mailsTo(email)).toHaveLength(before + 1);
    },
    mailed: async (world) => {
      const address = "written-to@example.com";
      await world.as("visitor", () => queries.signUp(address, password, "New Comer"));
      await expect.poll(() => world.mailsTo(address)).toHaveLength(1);
      expect(linkIn((await mailTo(world.site, address)).text)).toContain("type=signup");

      // An address with an account gets a way to sign in, not a confirmation link.
      const before = (await world.mailsTo(email)).length;
      await world.as("visitor", () => queries.signUp(email, password, "Some One"));
      await expect.poll(() => world.mailsTo(email)).toHaveLength(before + 1);
      const { text } = await mailTo(world.site, email);
      expect(linkIn(text)).toBe("");
      expect(text).toContain("/admin/login");
    },
    resetMailed: (world) => mailsWhere(world, queries.requestReset, email),
    confirmationMailed: async (world) => {
      const address = "not-confirmed@example.com";
      await world.as("visitor", () => queries.signUp(address, password, "New Comer"));
      await mailTo(world.site, address);
      await mailsWhere(world, queries.requestConfirmation, address);
      // A confirmed account gets no email.
      await world.unchanged(() => world.as("visitor", () => queries.requestConfirmation(email)));
    },
    waits: async (world) => {
      expect(await world.as("stranger", queries.isAdminUser)).toBe(false);
      await world.as("stranger", async () => {
        const { data } = await current().client.from("contact_submissions").select();
        expect(data).toEqual([]);
      });
    },
    removed: async (world) => {
      const { sql } = world.site;
      await sql`insert into admins (user_id) select id from auth.users where email = ${email}`;
      await sql`delete from admins a using auth.users u where u.id = a.user_id and u.email = ${email}`;
      expect(await world.as("stranger", queries.isAdminUser)).toBe(false);
      expect(await world.as("stranger", queries.wasAdminUser)).toBe(true);
    },
    signOutFailed: journeys["auth.signOutFailed"],
    signedOut: (world) =>
      world.as("visitor", async () => {
        const before = await sessions(world);
        await queries.signIn(email, password);
        expect(await queries.signOut()).toBeUndefined();
        expect(await signedInHere()).toBe(false);
        expect(await sessions(world)).toEqual(before);
      }),
    signedOutHere: (world) =>
      world.withResponses(failingSignOut, async () => {
        await queries.signIn(email, password);
        expect(await thrownBy(queries.signOut)).toBeInstanceOf(Error);
        expect(await signedInHere()).toBe(false);
      }),
    adminCheck: async (world) => {
      await world.as("cut off", () => thrownBy(queries.isAdminUser));
      expect(await world.as("stranger", queries.isAdminUser)).toBe(false);
      expect(await world.as("admin", queries.isAdminUser)).toBe(true);
    },
  },
};
