import { describe, expect, test } from "vitest";
import { DAY, fromNow, MINUTE, now } from "#tests/support/clock.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { add, admin, change, found, me, rowOf, site, useUpNotices, withSite } from "./steps.ts";

withSite();

const activityOf = async (id: string) => {
  const { data } = await admin
    .from("lead_events")
    .select()
    .eq("submission_id", id)
    .order("happened_at")
    .throwOnError();
  return data;
};

describe("the trash", () => {
  test("hides a lead from lists and figures, and restores it in full", async () => {
    const id = await add({ name: "Thrown Away" });
    await admin.from("submission_notes").insert({ submission_id: id, body: "Called." });
    await change(id, { deleted_at: "2001-01-01T00:00:00Z" });
    expect(await found({})).toEqual([]);
    expect(await found({ q: "thrown" })).toEqual([]);
    expect(await found({ show: "trash" })).toEqual(["Thrown Away"]);
    // Clients can neither set nor change the time of deletion.
    const { deleted_at } = (await rowOf(id)) ?? {};
    expect(now().getTime() - deleted_at.getTime()).toBeLessThan(60_000);
    await change(id, { deleted_at: now().toISOString() });
    expect((await rowOf(id))?.deleted_at).toEqual(deleted_at);
    const { data: figures } = await admin.rpc("admin_dashboard").throwOnError();
    expect(figures).toMatchObject({ total: 0, oldest_unanswered: null, by_platform: [] });
    await change(id, { deleted_at: null });
    expect(await found({ q: "called" })).toEqual(["Thrown Away"]);
  });

  test("sends no email, and sends it when restored", async () => {
    await useUpNotices(site.sql);
    const id = await add({ mail_next_attempt_at: new Date(0) });
    await change(id, { deleted_at: now().toISOString() });
    expect((await rowOf(id))?.mail_next_attempt_at).toBeNull();
    // A try that was already in progress fails now.
    await site.sql`select public.mail_failed(${id}, 'no route')`;
    expect((await rowOf(id))?.mail_next_attempt_at).toBeNull();
    await change(id, { deleted_at: null });
    expect((await rowOf(id))?.mail_next_attempt_at).toBeInstanceOf(Date);
  });

  test("is emptied after 30 days, with notes and activity, and not before", async () => {
    const old = await add({ deleted_at: fromNow(-30 * DAY - MINUTE) });
    const young = await add({ deleted_at: fromNow(-30 * DAY + MINUTE) });
    await site.sql`insert into submission_notes (submission_id, body) values (${old}, 'Called.')`;
    expect(await activityOf(old)).not.toEqual([]);
    expect((await admin.rpc("leads_clean").throwOnError()).data).toBe(1);
    expect(await rowOf(old)).toBeUndefined();
    expect(await rowOf(young)).toBeDefined();
    expect(await activityOf(old)).toEqual([]);
    expect(await site.sql`select from submission_notes where submission_id = ${old}`).toEqual([]);
  });
});

test("records each event of a lead, with who did it", async () => {
  await useUpNotices(site.sql);
  const { error } = await site
    .visitor()
    .from("contact_submissions")
    .insert({
      ...tables.contact_submissions.make(),
      name: "Story Teller",
      owner_id: me,
      follow_up_on: "2026-12-24",
      deleted_at: "2020-01-01T00:00:00Z",
    });
  expect(error).toBeNull();
  const [lead] = await site.sql`select * from contact_submissions where name = 'Story Teller'`;
  expect(lead).toMatchObject({ owner_id: null, follow_up_on: null, deleted_at: null });
  const id: string = lead?.id;
  await change(id, { status: "contacted" });
  await change(id, { status: "contacted" });
  await change(id, { owner_id: me, follow_up_on: "2026-12-24" });
  await change(id, { is_spam: true });
  await change(id, { is_spam: false });
  await site.sql`select public.mail_failed(${id}, 'no route')`;
  await site.sql`select public.mail_done(${id})`;
  const { data: note } = await admin
    .from("submission_notes")
    .insert({ submission_id: id, body: "Called." })
    .select()
    .single()
    .throwOnError();
  await admin.from("submission_notes").update({ body: "Called back." }).eq("id", note.id);
  await admin.from("submission_notes").delete().eq("id", note.id);
  await change(id, { deleted_at: now().toISOString() });
  await change(id, { deleted_at: null });
  const activity = await activityOf(id);
  expect(activity.map(({ kind, details }) => [kind, details])).toEqual([
    ["created", {}],
    ["status", { from: "new", to: "contacted" }],
    ["owner", { to: people.admin.email }],
    ["follow_up", { to: "2026-12-24" }],
    ["spam", { to: true, held: true }],
    ["spam", { to: false, held: false }],
    ["notice", { to: "failed", error: "no route" }],
    ["notice", { to: "sent" }],
    ["note", { note: note.id, done: "added" }],
    ["note", { note: note.id, done: "changed" }],
    ["note", { note: note.id, done: "deleted" }],
    ["deleted", {}],
    ["restored", {}],
  ]);
  expect(activity[0]).toMatchObject({ actor: "visitor", actor_id: null, actor_name: null });
  expect(activity[1]).toMatchObject({
    actor: "person",
    actor_id: me,
    actor_name: people.admin.email,
  });
  expect(activity[6]?.actor).toBe("database");
});

test("unassigns leads of a former admin", async () => {
  const stranger = await site.stranger();
  const { data } = await stranger.auth.getUser();
  const owner = data.user?.id ?? "";
  await site.sql`insert into admins (user_id) values (${owner})`;
  const id = await add({ owner_id: owner });
  await site.sql`delete from admins where user_id = ${owner}`;
  expect((await rowOf(id))?.owner_id).toBeNull();
  await admin.from("submission_notes").insert({ submission_id: id, body: "Called." });
  await admin.from("contact_submissions").delete().eq("id", id).throwOnError();
  expect(await site.sql`select from lead_events where submission_id = ${id}`).toEqual([]);
});
