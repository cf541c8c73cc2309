import { expect } from "vitest";
import * as auth from "#app/features/auth/queries.ts";
import { invite } from "#app/features/users/queries.ts";
import { linkIn, mailTo, partsOf } from "#tests/support/mail/mailed.ts";
import type { Fact } from "../../fact.ts";
import type { World } from "../../world.ts";

const PASSWORD = "hand-truck-of-2026";

/** Opens the newest link to an address, and chooses the password there. */
async function follow({ site, as }: World, address: string, password: string, subject: RegExp) {
  const mail = await mailTo(site, address, (one) => subject.test(one.subject ?? ""));
  return as("visitor", async () => {
    await auth.followLink(partsOf(linkIn(mail.text)));
    await auth.setNewPassword(password);
    return auth.acceptInvitation();
  });
}

const signsIn = async ({ client }: World, email: string, password: string) =>
  (await client("visitor").auth.signInWithPassword({ email, password })).error === null;

async function confirmed(world: World, email: string) {
  await world.as("visitor", () => auth.signUp(email, "as-typed-before", "Ada Brooks"));
  expect(await signsIn(world, email, "as-typed-before")).toBe(false);
  await follow(world, email, PASSWORD, /^Confirm/);
}

/** What the page of each kind of emailed link says on success. */
export const mailedLinkFacts: Record<string, Fact> = {
  "Your email address is confirmed.": async (world) => {
    const email = "fact-confirmed@example.com";
    await confirmed(world, email);
    const [account] = await world.site
      .sql`select email_confirmed_at as at from auth.users where email = ${email}`;
    expect(account?.at).toBeInstanceOf(Date);
    expect(await signsIn(world, email, PASSWORD)).toBe(true);
    expect(await signsIn(world, email, "as-typed-before")).toBe(false);
  },
  "Your password is changed.": async (world) => {
    const email = "fact-recovered@example.com";
    await confirmed(world, email);
    await world.as("visitor", () => auth.requestReset(email));
    await follow(world, email, "another-hand-truck", /password/);
    expect(await signsIn(world, email, PASSWORD)).toBe(false);
    expect(await signsIn(world, email, "another-hand-truck")).toBe(true);
  },
  "Welcome to the team!": async (world) => {
    const email = "fact-invited@example.com";
    await world.as("admin", () => invite({ email, full_name: "Ines Vito", role: "admin" }));
    expect(await follow(world, email, PASSWORD, /invited/)).toBe(true);
    await world.as("visitor", async () => {
      await auth.signIn(email, PASSWORD);
      expect(await auth.isAdminUser()).toBe(true);
    });
  },
};
