import { describe, expect, test, vi } from "vitest";
import { people } from "#tests/support/people.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import {
  actAs,
  dana,
  FRIEND,
  idOf,
  invitations,
  isOn,
  leaveAll,
  linkState,
  readyToAccept,
  SAM,
  sam,
  samId,
  setOf,
  site,
  tomorrow,
  withTwoAdmins,
} from "./leaver-steps.ts";

withTwoAdmins();

const accept = async (friend: { id: string; session: string }) =>
  site.sql.begin(async (tx) => {
    await actAs(tx, friend);
    return (await tx`select accept_admin_invitation() as accepted`)[0]?.accepted;
  });
const isAdmin = async (id: string) =>
  (await site.sql`select from admins where user_id = ${id}`).length === 1;

describe("when rights are lost in any way", () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      "on the Users screen",
      async () => dana.rpc("admin_remove", { user_id: samId }).throwOnError(),
    ],
    [
      "by the call of an older version",
      async () => dana.rpc("admin_set_admin", { user_id: samId, make_admin: false }).throwOnError(),
    ],
    ["by SQL", async () => site.sql`delete from admins where user_id = ${samId}`],
    ["with the account", async () => site.sql`delete from auth.users where id = ${samId}`],
    [
      "with an account that is kept as deleted",
      async () => site.sql`update auth.users set deleted_at = now() where id = ${samId}`,
    ],
  ])("%s: invitations and preview links are revoked, schedules stop", async (how, remove) => {
    const { set, link } = await leaveAll();
    await dana.rpc("admin_invite", { email: "other@example.com" }).throwOnError();
    const mine = (await dana.rpc("preview_link_create", { of_set: set }).throwOnError()).data;
    expect(await linkState(link.token)).toBe("open");
    const friend = await readyToAccept();

    await remove();
    expect(await isAdmin(samId)).toBe(false);
    expect(await invitations()).toEqual([{ email: "other@example.com" }]);
    expect(await accept(friend)).toBe(false);
    expect(await isAdmin(friend.id)).toBe(false);
    expect(await linkState(link.token)).toBe("revoked");
    expect(await linkState(mine.token)).toBe("open");
    const { publish_at, problem } = (await setOf(set)) ?? {};
    if (how.includes("Users")) expect([publish_at, problem]).toEqual([null, null]);
    else
      expect(problem).toBe("The person who scheduled it can no longer publish. Schedule it again.");
    // Not even with a session that still exists.
    const { error } = await sam.rpc("preview_link_create", { of_set: set });
    expect(["42501", "invalid_jwt"]).toContain(error?.code);
  });

  test("holds a set until an admin schedules it again", async () => {
    const { set } = await leaveAll();
    await site.sql`delete from admins where user_id = ${samId}`;
    await site.sql`update change_sets set publish_at = now() - interval '1 minute'`;
    await dana.rpc("set_publish_due").throwOnError();
    expect(await setOf(set)).toMatchObject({ status: "open" });
    await dana.rpc("set_schedule", { of_set: set, publish_at: tomorrow() }).throwOnError();
    expect(await setOf(set)).toMatchObject({ problem: null });
  });

  test("deletes an account made only by the invitation, and keeps others", async () => {
    await sam.rpc("admin_invite", { email: FRIEND }).throwOnError();
    await sam.rpc("admin_invite", { email: "used@example.com" }).throwOnError();
    await site.sql`insert into auth.users (id, aud, role, email, last_sign_in_at) values
      (gen_random_uuid(), 'authenticated', 'authenticated', ${FRIEND}, null),
      (gen_random_uuid(), 'authenticated', 'authenticated', 'used@example.com', now())`;
    await dana.rpc("admin_remove", { user_id: samId }).throwOnError();
    expect(await idOf(FRIEND)).toBeUndefined();
    expect(await idOf("used@example.com")).toBeDefined();
  });

  test("deleting the account of the last owner is still refused", async () => {
    await site.sql`delete from admins where user_id = ${samId}`;
    const owner = await idOf(people.admin.email);
    await expect(
      site.sql`update auth.users set deleted_at = now() where id = ${owner}`,
    ).rejects.toThrow("The last owner");
  });
});

test("lists what a person would leave", async () => {
  const { set, link, webhook, recipient } = await leaveAll();
  await addWebhook(sam, { name: "Off", active: false });
  await addWebhook(dana, { name: "Dana's" });
  const old = await addWebhook(dana, { name: "Old" });
  await site.sql`update webhooks set address_set_by = null where id = ${old.id}`;
  const over = (await sam.rpc("preview_link_create", { of_set: set }).throwOnError()).data;
  await sam.rpc("preview_link_revoke", { link: over.id }).throwOnError();
  await sam.rpc("admin_invite", { email: "late@example.com" }).throwOnError();
  await site.sql`update admin_invitations set expires_at = now() where email = 'late@example.com'`;
  await site.sql`insert into contact_submissions
      (name, email, monthly_volume, platforms, owner_id, status, follow_up_on, deleted_at)
    select 'Ana', 'ana@example.com', '0-50', '{Etsy}', ${samId}, status, follow_up_on, deleted_at
    from (values ('new', null::date, null::timestamptz), ('contacted', '2100-01-01', null),
      ('closed', null, null), ('new', null, now())) as leads (status, follow_up_on, deleted_at)`;
  const { data } = await dana.rpc("admin_left_open", { user_id: samId }).throwOnError();
  expect(data).toEqual({
    invitations: [{ email: FRIEND, full_name: "Fred", expires_at: expect.any(String) }],
    preview_links: [{ id: link.id, set: "Black Friday", expires_at: expect.any(String) }],
    webhooks: [{ id: webhook, name: "Parcels", host: "hooks.invalid" }],
    sets: [
      {
        id: set,
        name: "Black Friday",
        status: "open",
        publish_at: expect.any(String),
        end_at: null,
      },
    ],
    recipients: [{ id: recipient, email: SAM }],
    leads: { count: 2, follow_ups: 1 },
    unknown_webhooks: ["Old"],
    downloaded_backup: false,
  });
  await site.sql`insert into backup_downloads (person_id, email, backup, fetched_at)
    values (${samId}, ${SAM}, '20261122T110000Z', now())`;
  const later = await dana.rpc("admin_left_open", { user_id: samId }).throwOnError();
  expect(later.data.downloaded_backup).toBe(true);
});

describe("removing someone", () => {
  test("pauses, unschedules and stops what was not selected", async () => {
    const { set, webhook, recipient } = await leaveAll();
    const danas = await addWebhook(dana, { name: "Dana's" });
    await dana.rpc("admin_remove", { user_id: samId }).throwOnError();
    expect(await isOn(webhook)).toBe(false);
    expect(await isOn(danas.id)).toBe(true);
    expect(await setOf(set)).toMatchObject({ publish_at: null, scheduled_by: null, problem: null });
    const [address] = await site.sql`select is_active from lead_recipients where id = ${recipient}`;
    expect(address).toEqual({ is_active: false });
  });

  test("keeps what was selected, with the schedule in the remover's name", async () => {
    const { set, webhook, recipient } = await leaveAll();
    const keep = [set, webhook, recipient];
    await dana.rpc("admin_remove", { user_id: samId, keep }).throwOnError();
    expect(await isOn(webhook)).toBe(true);
    expect(await setOf(set)).toEqual({
      status: "open",
      publish_at: expect.any(Date),
      end_at: null,
      problem: null,
      scheduled_by: await idOf(people.admin.email),
    });
    const [address] = await site.sql`select is_active from lead_recipients where id = ${recipient}`;
    expect(address).toEqual({ is_active: true });
    await site.sql`update change_sets set publish_at = now() - interval '1 second'`;
    await dana.rpc("set_publish_due").throwOnError();
    // The server's own job may have it, and not be done yet.
    await vi.waitFor(async () => expect(await setOf(set)).toMatchObject({ status: "published" }));
  });

  test("leaves a live set live when its end is not kept", async () => {
    const { set } = await leaveAll();
    await site.sql`update change_sets set status = 'published', published_at = now(),
      end_at = now() + interval '2 days' where id = ${set}`;
    await dana.rpc("admin_remove", { user_id: samId }).throwOnError();
    expect(await setOf(set)).toMatchObject({
      status: "published",
      publish_at: expect.any(Date),
      end_at: null,
    });
  });

  test("is for admins, and changes nothing for others", async () => {
    const { webhook, link } = await leaveAll();
    await site.sql`delete from admins where user_id = ${samId}`;
    const owner = await idOf(people.admin.email);
    const { error } = await sam.rpc("admin_remove", { user_id: owner });
    expect(error?.code).toBe("42501");
    expect((await sam.rpc("admin_left_open", { user_id: owner })).error?.code).toBe("42501");
    expect([await isOn(webhook), await linkState(link.token)]).toEqual([true, "revoked"]);
  });

  test("that is refused revokes nothing", async () => {
    await site.sql`update admins set is_owner = user_id = ${samId}`;
    const { webhook, link, set } = await leaveAll();
    const { error } = await sam.rpc("admin_remove", { user_id: samId });
    expect(error?.code).toBe("PT409");
    expect(await linkState(link.token)).toBe("open");
    expect(await isOn(webhook)).toBe(true);
    expect(await setOf(set)).toMatchObject({ problem: null, scheduled_by: samId });
    expect(await invitations()).toHaveLength(1);
  });
});

describe("an invitation from before, whose sender is no longer an admin", () => {
  test("does not work, and shows as revoked, until another admin sends it", async () => {
    await sam.rpc("admin_invite", { email: FRIEND }).throwOnError();
    const friend = await readyToAccept();
    await site.sql`alter table admins disable trigger revoke_what_is_left`;
    await site.sql`delete from admins where user_id = ${samId}`;
    const row = async () =>
      (await dana.rpc("admin_list_users", { search: FRIEND }).throwOnError()).data.users[0];
    const open = async () =>
      (await site.sql`select open_admin_invitation(${FRIEND}) as invitation`)[0]?.invitation;
    expect(await row()).toMatchObject({
      invited_until: expect.any(String),
      invitation_revoked: true,
    });
    expect([await accept(friend), await open()]).toEqual([false, null]);
    expect(await isAdmin(friend.id)).toBe(false);

    await dana.rpc("admin_invite", { email: FRIEND }).throwOnError();
    expect(await row()).toMatchObject({ invitation_revoked: false });
    expect(await open()).not.toBeNull();
    expect(await accept(friend)).toBe(true);
  });

  test("does not work after its sender's account is deleted", async () => {
    await sam.rpc("admin_invite", { email: FRIEND }).throwOnError();
    const friend = await readyToAccept();
    await site.sql`update admin_invitations set invited_by = null`;
    expect(await accept(friend)).toBe(false);
  });
});

test("changing a webhook's address makes it that person's", async () => {
  const { id } = await addWebhook(dana, { name: "Orders" });
  const save = async (more: object) =>
    sam
      .rpc("webhook_save", {
        webhook: id,
        name: "Orders",
        events: ["lead.created"],
        active: true,
        ...more,
        seen: (await dana.rpc("webhook_list")).data[0].updated_at,
      })
      .throwOnError();
  const listed = async () =>
    (await dana.rpc("admin_left_open", { user_id: samId }).throwOnError()).data.webhooks;
  await save({});
  expect(await listed()).toEqual([]);
  await save({ url: "https://hooks.sam.invalid/in" });
  expect(await listed()).toEqual([{ id, name: "Orders", host: "hooks.sam.invalid" }]);
});
