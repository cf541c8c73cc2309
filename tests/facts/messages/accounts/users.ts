import { expect } from "vitest";
import { signUpMessage } from "#app/features/auth/messages.ts";
import { followLink, setNewPassword, signUp } from "#app/features/auth/queries.ts";
import { newPasswordSchema, shortestFor } from "#app/features/users/password.ts";
import * as queries from "#app/features/users/queries.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { isLinkError } from "#app/lib/errors/backend-error.ts";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { linkIn, mailTo, partsOf } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { type Fact, type FactsFor, refusedTo, thrownBy } from "../../fact.ts";
import { journeys } from "../../journeys.ts";
import type { World } from "../../world.ts";

const words = EVERY_MESSAGE.users;
const page = { page: 1, pageSize: 25 };

async function account({ as }: World, email: string): Promise<AdminUser> {
  const { rows } = await as("admin", () => queries.list({ q: email, ...page }));
  return rows[0] as AdminUser;
}

const stranger = (world: World) => account(world, people.stranger.email);
const owner = (world: World) => account(world, people.admin.email);

const mayAdminister = async ({ site }: World, { id }: { id: string }) =>
  (await site.sql`select from admins where user_id = ${id}`).length > 0;

/** A confirmed account for this fact only. */
export async function newcomer(world: World, name: string) {
  const person = { email: `${name}@example.com`, password: "hand-truck-9" };
  await world.as("visitor", async () => {
    await signUp(person.email, "as-typed-before", name);
    await followLink(partsOf(linkIn((await mailTo(world.site, person.email)).text)));
    await setNewPassword(person.password);
  });
  return { ...person, ...(await account(world, person.email)) };
}

const signIn = ({ client }: World, email: string, password: string) =>
  client("visitor").auth.signInWithPassword({ email, password });

const hasNewPassword: Fact = async (world) => {
  const one = await newcomer(world, `reset${crypto.randomUUID()}`);
  expect((await signIn(world, one.email, one.password)).error).toBeNull();
  await world.as("admin", () => queries.resetPassword(one.id, "tape-gun-2026"));
  const sessions = await world.site.sql`select from auth.sessions where user_id = ${one.id}`;
  expect(sessions).toHaveLength(0);
  expect((await signIn(world, one.email, one.password)).error?.code).toBe("invalid_credentials");
  expect((await signIn(world, one.email, "tape-gun-2026")).error).toBeNull();
};

/** The form rejects it before anything is sent, and the database rejects it too. */
const passwordRefused =
  (password: string, sentence: string): Fact =>
  async (world) => {
    const checked = newPasswordSchema(shortestFor(false)).safeParse({ password });
    expect(checked.error?.issues[0]?.message).toBe(sentence);
    await refusedTo("admin", (_, { id }: AdminUser) => queries.resetPassword(id, password), {
      before: stranger,
      why: new RegExp(sentence.replace(/\.$/, "")),
    })(world);
  };

/** Only hosted Supabase checks this; we show its answer in our words, and there is no account. */
const passwordWeak =
  (lacking: string, sentence: string): Fact =>
  async (world) => {
    const weak_password = { reasons: [lacking] };
    const answer = { error_code: "weak_password", msg: "Password is too weak", weak_password };
    const cause = await world.unchanged(() =>
      world.withResponses(
        () => Response.json(answer, { status: 422 }),
        () => thrownBy(() => signUp("weak@example.com", "hand-truck-9", "Ada Brooks")),
      ),
    );
    expect(`${signUpMessage(cause)}.`).toBe(sentence);
  };

const onlyForAdmins = /Only an admin can do this/;

export const userMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "users">> = {
  users: {
    load: refusedTo("stranger", () => queries.list({ q: "", ...page }), { why: onlyForAdmins }),
    resetTitle: hasNewPassword,
    reset: hasNewPassword,
    resetFailed: refusedTo(
      "stranger",
      (_, { id }: AdminUser) => queries.resetPassword(id, "tape-gun-2026"),
      { before: stranger, why: onlyForAdmins },
    ),
    noSession: refusedTo(
      "visitor",
      (_, { id }: AdminUser) => queries.resetPassword(id, "tape-gun-2026"),
      { before: stranger, why: new RegExp(words.noSession) },
    ),
    // The title above each of the other refusals.
    errorTitle: refusedTo("stranger", (_, one: AdminUser) => queries.remove(one), {
      before: stranger,
    }),
    passwordEmpty: passwordRefused("   ", words.passwordEmpty),
    passwordShort: passwordRefused("abc12", words.passwordShort),
    passwordShorter: journeys["users.passwordShorter"],
    passwordPlain: passwordWeak("characters", words.passwordPlain),
    passwordKnown: passwordWeak("pwned", words.passwordKnown),
    invited: async (world) => {
      const email = "invited@example.com";
      await world.as("admin", () =>
        queries.invite({ email, full_name: "Ines Vito", role: "editor,sales" }),
      );
      const mail = await mailTo(world.site, email);
      expect(mail.subject).toContain("You're invited");
      expect(mail.text).toContain("Your role will be Editor and Sales: you can edit text");
      const one = await account(world, email);
      expect(one).toMatchObject({
        full_name: "Ines Vito",
        roles: [],
        invited_until: expect.any(String),
        invited_roles: ["editor", "sales"],
      });
      expect(await mayAdminister(world, one)).toBe(false);
    },
    invitedAgain: async (world) => {
      const email = "invited-again@example.com";
      const invite = (role: "editor" | "sales") =>
        world.as("admin", () => queries.invite({ email, full_name: "", role }));
      expect((await invite("editor")).again).toBe(false);
      expect((await invite("sales")).again).toBe(true);
      expect(await account(world, email)).toMatchObject({ invited_roles: ["sales"] });
    },
    inviteFailed: refusedTo(
      "admin",
      (_, one: AdminUser) => queries.invite({ ...one, role: "editor" }),
      {
        before: owner,
        why: /This person is already on the team/,
      },
    ),
    revoked: async (world) => {
      const email = "revoked@example.com";
      await world.as("admin", () => queries.invite({ email, full_name: null, role: "editor" }));
      const link = partsOf(linkIn((await mailTo(world.site, email)).text));
      const one = await account(world, email);
      await world.as("admin", () => queries.revokeInvitation(one));
      const cause = await thrownBy(() => world.as("visitor", () => followLink(link)));
      expect(isLinkError(cause)).toBe(true);
    },
    revokeFailed: refusedTo("admin", (_, one: AdminUser) => queries.revokeInvitation(one), {
      before: stranger,
      why: /This invitation is no longer valid/,
    }),
    invitationGone: async (world) => {
      const one = await newcomer(world, "uninvited");
      const client = world.client("visitor");
      await client.auth.signInWithPassword(one);
      expect((await client.rpc("accept_admin_invitation")).data).toBe(false);
      expect(await mayAdminister(world, one)).toBe(false);
    },
    leftOpen: refusedTo("stranger", (_, one: AdminUser) => queries.leftOpen(one), {
      before: owner,
      why: /You don't have permission to do this/,
    }),
    removed: async (world) => {
      const one = await newcomer(world, "unmade");
      await world.site.sql`insert into admins (user_id) values (${one.id})`;
      await world.as("admin", () => queries.remove(one));
      expect(await mayAdminister(world, one)).toBe(false);
    },
    removeFailed: refusedTo("admin", (_, one: AdminUser) => queries.remove(one), {
      before: owner,
      why: /The last owner can't be removed/,
    }),
    roleChanged: async (world) => {
      const one = await newcomer(world, "moved");
      await world.site.sql`insert into admins (user_id) values (${one.id})`;
      await world.as("admin", () => queries.changeRole(one, "sales"));
      expect((await account(world, one.email)).roles).toEqual(["sales"]);
      expect(await mayAdminister(world, one)).toBe(false);
      await world.as("admin", () => queries.remove(one));
    },
    roleFailed: refusedTo("admin", (_, one: AdminUser) => queries.changeRole(one, "editor"), {
      before: owner,
      why: /The last owner can't be removed/,
    }),
    factorReset: async (world) => {
      const one = await newcomer(world, "phoneless");
      await world.site.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
        values (${crypto.randomUUID()}, ${one.id}, 'totp', 'verified')`;
      await world.as("admin", () => queries.resetSecondFactor(one));
      expect(await world.site.sql`select from auth.mfa_factors where user_id = ${one.id}`).toEqual(
        [],
      );
    },
    factorResetFailed: refusedTo("admin", (_, one: AdminUser) => queries.resetSecondFactor(one), {
      before: stranger,
      why: /This person hasn't set up two-step verification/,
    }),
    rulesLoad: refusedTo("stranger", () => queries.secondFactorRules()),
    rulesSaved: async (world) => {
      await world.site.sql`insert into private.second_factor_rules values ('sales', '2999-01-01')`;
      await world.as("admin", () => queries.requireSecondFactor([], ""));
      expect(await world.site.sql`select from private.second_factor_rules`).toEqual([]);
    },
    rulesFailed: refusedTo("admin", () => queries.requireSecondFactor(["sales"], ""), {
      why: /Set up two-step verification for yourself first/,
    }),
    publishingLoad: refusedTo("stranger", queries.publishingRules, {
      say: words.publishingLoad,
    }),
    publishingSaved: async (world) => {
      await world.site.sql`insert into private.publishing_rules values ('editor')`;
      await world.as("admin", () => queries.requireApproval([]));
      expect(await world.site.sql`select from private.publishing_rules`).toEqual([]);
    },
    confirmationSent: async (world) => {
      const email = "late@example.com";
      await world.as("visitor", () => signUp(email, "hand-truck-9", "Lee Late"));
      // A response doesn't wait for its email.
      await mailTo(world.site, email);
      const before = (await world.mailsTo(email)).length;
      const one = await account(world, email);
      await world.as("admin", () => queries.resendConfirmation(one));
      await expect.poll(() => world.mailsTo(email)).toHaveLength(before + 1);
      expect((await mailTo(world.site, email)).subject).toContain("Confirm");
    },
    confirmationFailed: refusedTo("admin", (_, one: AdminUser) => queries.resendConfirmation(one), {
      before: stranger,
      why: /This address is already confirmed/,
    }),
  },
};
