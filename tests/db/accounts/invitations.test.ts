import { expect, test } from "vitest";
import { actAs, FRIEND, readyToAccept, sam, site, withTwoAdmins } from "./leaver-steps.ts";

withTwoAdmins();

const invite = (full_name: string | null) =>
  sam.rpc("admin_invite", { email: FRIEND, full_name }).throwOnError();

const accept = (friend: { id: string; session: string }) =>
  site.sql.begin(async (tx) => {
    await actAs(tx, friend);
    return (await tx`select accept_admin_invitation() as accepted`)[0]?.accepted;
  });

const profileOf = async (id: string) =>
  (await site.sql`select raw_user_meta_data as profile from auth.users where id = ${id}`)[0]
    ?.profile;

test.each([
  ["a second too late", "update admin_invitations set expires_at = now() - interval '1 second'"],
  [
    "in a session over by the clock",
    "update auth.sessions set not_after = now() - interval '1 second'",
  ],
])("an invitation is not accepted %s", async (_, late) => {
  await invite("Fred");
  const friend = await readyToAccept();
  await site.sql.unsafe(late);
  expect(await accept(friend)).toBe(false);
  expect(await site.sql`select from admins where user_id = ${friend.id}`).toEqual([]);
  await site.sql`update admin_invitations set expires_at = now() + interval '1 hour'`;
  await site.sql`update auth.sessions set not_after = now() + interval '1 hour'`;
  expect(await accept(friend)).toBe(true);
});

test.each([
  ["Fred Okafor", null, { full_name: "Fred Okafor" }],
  ["Fred Okafor", { full_name: " ", theme: "dark" }, { full_name: "Fred Okafor", theme: "dark" }],
  ["Fred Okafor", { full_name: "Freddy" }, { full_name: "Freddy" }],
  [null, { theme: "dark" }, { theme: "dark" }],
])("invited as %j, a profile of %j becomes %j", async (name, before, after) => {
  await invite(name);
  const friend = await readyToAccept();
  await site.sql`update auth.users set raw_user_meta_data = ${before && site.sql.json(before)}
    where id = ${friend.id}`;
  expect(await accept(friend)).toBe(true);
  expect(await profileOf(friend.id)).toEqual(after);
});
