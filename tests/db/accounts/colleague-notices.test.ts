import { beforeEach, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { dana, FRIEND, leaveAll, SAM, sam, samId, site, withTwoAdmins } from "./leaver-steps.ts";

withTwoAdmins();

const EVE = "eve@example.com";
beforeEach(async () => {
  await site.sql`with eve as (
    insert into auth.users (id, aud, role, email, raw_user_meta_data) values
      (gen_random_uuid(), 'authenticated', 'authenticated', ${EVE}, '{"full_name": "Eve Ng"}') returning id
  ) insert into admins (user_id) select id from eve`;
  await site.sql`update auth.users set raw_user_meta_data = '{"full_name": "Dana Ruiz"}'
    where email = ${people.admin.email}`;
  await site.sql`delete from private.account_notices`;
});

const queued = (kind: string) =>
  site.sql<{ email: string; detail: string }[]>`
    select email, detail from private.account_notices where kind = ${kind} order by email`;
const WHEN = / on [A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M \(Pacific Time\) by /;

test("emails other admins who was invited, when and by whom", async () => {
  await dana.rpc("admin_invite", { email: FRIEND }).throwOnError();
  const rows = await queued("colleague_invited");
  expect(rows.map(({ email }) => email)).toEqual([EVE, SAM]);
  expect(rows[0]?.detail).toMatch(WHEN);
  expect(rows[0]?.detail).toMatch(/^friend@example.com was invited as Admin on /);
  expect(rows[0]?.detail).toMatch(` by Dana Ruiz (${people.admin.email}).`);

  // The same admin's second invitation sends no new notice; another admin's does.
  await dana.rpc("admin_invite", { email: FRIEND }).throwOnError();
  expect(await queued("colleague_invited")).toHaveLength(2);
  await sam.rpc("admin_invite", { email: FRIEND }).throwOnError();
  expect(await queued("colleague_invited")).toHaveLength(4);
});

test("emails other admins who was removed, and what changed", async () => {
  await leaveAll();
  await site.sql`update webhooks set name = 'Parcels'`;
  await site.sql`delete from private.account_notices`;
  const [webhook] = await site.sql`select id from webhooks`;
  await dana.rpc("admin_remove", { user_id: samId, keep: [webhook?.id] }).throwOnError();
  const rows = await queued("colleague_removed");
  expect(rows.map(({ email }) => email)).toEqual([EVE]);
  expect(rows[0]?.detail).toMatch(WHEN);
  expect(rows[0]?.detail).toMatch(/^stranger@example.com was removed from the team on /);
  expect(rows[0]?.detail).toMatch(
    / by Dana Ruiz \(admin@example.com\)\. Revoked: 1 invitation, 1 preview link\. Webhooks they set up that are still active: "Parcels"\.$/,
  );
  // The removed person still gets only the notice of the removal.
  expect(await queued("admin_removed")).toMatchObject([{ email: SAM }]);
});

test("tells a removed person of no colleague, and names what removed them", async () => {
  await leaveAll();
  await site.sql`delete from private.account_notices`;
  await site.sql`delete from auth.users where id = ${samId}`;
  const rows = await queued("colleague_removed");
  expect(rows.map(({ email }) => email)).toEqual([people.admin.email, EVE]);
  expect(rows[0]?.detail).toContain(" by someone with database access. Revoked: ");
  expect(rows[0]?.detail).toContain(" Needs a new schedule: 1 scheduled set. ");
  expect(rows[0]?.detail).toMatch(/^stranger@example.com was removed/);
});

test("emails about 20 invitations a day, and about every removal", async () => {
  for (let n = 1; n <= 25; n++)
    await dana.rpc("admin_invite", { email: `n${n}@example.com` }).throwOnError();
  const rows = await site.sql<{ detail: string }[]>`select detail from private.account_notices
    where kind = 'colleague_invited' and email = ${EVE} order by created_at`;
  expect(rows).toHaveLength(20);
  const more = rows.map(({ detail }) => detail.includes("get more of these emails for 24 hours"));
  expect(more.indexOf(true)).toBe(19);
  await dana.rpc("admin_remove", { user_id: samId }).throwOnError();
  expect(await queued("colleague_removed")).toHaveLength(1);
  await site.sql`update private.colleague_notices set created_at = now() - interval '25 hours'`;
  await dana.rpc("admin_invite", { email: "tomorrow@example.com" }).throwOnError();
  expect(await queued("colleague_invited")).toHaveLength(20 + 1);
});

test("drops emails that were due to them as an admin", async () => {
  await dana.rpc("admin_invite", { email: FRIEND }).throwOnError();
  for (const [kind, recipient, state] of [
    ["digest", SAM, "waiting"],
    ["reminder", SAM, "waiting"],
    ["weekly", SAM, "failed"],
    ["returned", SAM, "waiting"],
    ["reply", SAM, "waiting"],
    ["digest", EVE, "waiting"],
  ] as const)
    await site.sql`insert into mails (kind, recipient, state, subject, body, send_after)
      values (${kind}, ${recipient}, ${state}, 'Leads', '[{"text": "Two leads wait."}]', 'infinity')`;
  const left = async () =>
    (await site.sql`select kind, recipient from mails order by kind, recipient`).map(Object.values);
  await dana.rpc("admin_remove", { user_id: samId }).throwOnError();
  expect(await left()).toEqual([
    ["digest", EVE],
    ["reply", SAM],
  ]);
  expect((await queued("colleague_invited")).map(({ email }) => email)).toEqual([EVE]);

  // The company's mailbox isn't Eve's alone.
  await site.sql`insert into mails (kind, recipient, subject, body, send_after)
    values ('reminder', ${EVE}, 'Leads', '[{"text": "Two leads wait."}]', 'infinity')`;
  await site.sql`update site_settings set setting_value = ${EVE} where setting_key = 'contact_email'`;
  await site.sql`delete from admins using auth.users u where u.id = user_id and u.email = ${EVE}`;
  expect(await left()).toContainEqual(["reminder", EVE]);
});
