import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, LeadsWanted } from "#app/lib/data/database.types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";

let site: TestBackend;
let admin: SupabaseClient<Database>;
let me: string;
beforeAll(async () => {
  site = await openTestBackend();
  admin = await site.admin();
  const [user] = await site.sql`select id from auth.users where email = ${people.admin.email}`;
  me = user?.id;
});
afterAll(() => site.close());
beforeEach(() => site.sql`delete from contact_submissions`);

/** Stores a lead as a restored backup would, and answers its id. */
async function add(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null, ...more };
  const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
  return stored?.id;
}

const found = async (what: Partial<LeadsWanted>) => {
  const { data } = await admin.rpc("lead_list", { what }).throwOnError();
  return data.rows.map(({ name }) => name).toSorted();
};

const change = (id: string, changes: object) =>
  admin.from("contact_submissions").update(changes).eq("id", id).throwOnError();

const storyOf = async (id: string) => {
  const { data } = await admin
    .from("lead_events")
    .select()
    .eq("submission_id", id)
    .order("happened_at")
    .throwOnError();
  return data;
};

const rowOf = async (id: string) =>
  (await site.sql`select * from contact_submissions where id = ${id}`)[0];

describe("found", () => {
  test.each([
    ["Fernandez", "Fernández"],
    ["FERNÁNDEZ", "fernandez"],
    ["lodz", "Łódź Traders"],
    ["strasse", "Große Straße"],
    ["ｆｕｌｌ", "Full Width"],
    ["محمد", "مُحَمَّد"],
    ["smorgas", "Smørgås"],
    ["Ōsaka", "Osaka"],
  ])("'%s' finds '%s'", async (q, name) => {
    await add({ name });
    await add({ name: "Somebody Else" });
    expect(await found({ q })).toEqual([name]);
  });

  test("each word in any column, in any order; notes too, while they stand", async () => {
    const id = await add({
      name: "José Fernández",
      business_name: "Halfmoon Candles",
      message: "We ship from Málaga.",
    });
    await add({ name: "José Other", business_name: "Candles" });
    const { data: note } = await admin
      .from("submission_notes")
      .insert({ submission_id: id, body: "Wants a Rückruf." })
      .select()
      .single()
      .throwOnError();
    const one = ["José Fernández"];
    expect(await found({ q: "candles fernandez" })).toEqual(one);
    expect(await found({ q: "malaga jose" })).toEqual(one);
    expect(await found({ q: "ruckruf moon" })).toEqual(one);
    expect(await found({ q: "candles nobody" })).toEqual([]);
    await admin.from("submission_notes").update({ body: "Called." }).eq("id", note.id);
    expect(await found({ q: "ruckruf" })).toEqual([]);
    expect(await found({ q: "called" })).toEqual(one);
    await admin.from("submission_notes").delete().eq("id", note.id);
    expect(await found({ q: "called" })).toEqual([]);
    await change(id, { name: "Ana Ruiz" });
    expect(await found({ q: "fernandez" })).toEqual([]);
  });

  test("a note moves no version of its lead", async () => {
    const id = await add();
    const before = await rowOf(id);
    await admin.from("submission_notes").insert({ submission_id: id, body: "Called." });
    expect((await rowOf(id))?.updated_at).toEqual(before?.updated_at);
  });

  test("narrowed by volume, platform, owner, time, follow-up", async () => {
    await add({ name: "Volume", monthly_volume: "1000+" });
    await add({ name: "Platform", platforms: ["Etsy", "Amazon"] });
    await add({ name: "Owner", owner_id: me });
    await add({ name: "Early", created_at: "2020-05-05T12:00:00Z" });
    await add({ name: "Due", follow_up_on: "2020-01-01" });
    await add({ name: "Not yet due", follow_up_on: "2999-01-01" });
    expect(await found({ volume: "1000+" })).toEqual(["Volume"]);
    expect(await found({ platform: "Amazon" })).toEqual(["Platform"]);
    expect(await found({ owner: me })).toEqual(["Owner"]);
    expect(await found({ owner: "none" })).not.toContain("Owner");
    expect(await found({ owner: "nonsense" })).toEqual([]);
    expect(await found({ until: "2020-05-06T00:00:00Z" })).toEqual(["Early"]);
    expect(await found({ since: "2020-05-06T00:00:00Z" })).not.toContain("Early");
    expect(await found({ show: "follow-up" })).toEqual(["Due"]);
  });

  test("a page of nonsense is the first one, or empty", async () => {
    await add({ name: "One" });
    const page = async (more: object) => (await admin.rpc("lead_list", more).throwOnError()).data;
    const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
    expect(await page({ page: least, page_size: most })).toMatchObject({ rows: [{ name: "One" }] });
    expect(await page({ page: most, page_size: most })).toEqual({ total: 1, rows: [] });
    expect(await page({ page_size: least })).toEqual({ total: 1, rows: [] });
  });

  test("what leads can be narrowed and handed over by", async () => {
    await add({ monthly_volume: "51-100", platforms: ["Etsy"] });
    await add({ monthly_volume: "1000+", platforms: ["Amazon", "Etsy"] });
    const { data } = await admin.rpc("lead_choices").throwOnError();
    expect(data.volumes).toEqual(["1000+", "51-100"]);
    expect(data.platforms).toEqual(["Amazon", "Etsy"]);
    expect(data.people).toContainEqual({ id: me, name: expect.any(String) });
  });
});

describe("the trash", () => {
  test("keeps a lead out of sight and of the figures, and gives it back whole", async () => {
    const id = await add({ name: "Thrown Away" });
    await admin.from("submission_notes").insert({ submission_id: id, body: "Called." });
    await change(id, { deleted_at: "2001-01-01T00:00:00Z" });
    expect(await found({})).toEqual([]);
    expect(await found({ q: "thrown" })).toEqual([]);
    expect(await found({ show: "trash" })).toEqual(["Thrown Away"]);
    // When it was thrown away is not the client's to say, nor to say again.
    const { deleted_at } = (await rowOf(id)) ?? {};
    expect(Date.now() - deleted_at.getTime()).toBeLessThan(60_000);
    await change(id, { deleted_at: new Date().toISOString() });
    expect((await rowOf(id))?.deleted_at).toEqual(deleted_at);
    const { data: figures } = await admin.rpc("admin_dashboard").throwOnError();
    expect(figures).toMatchObject({ total: 0, oldest_unanswered: null, by_platform: [] });
    await change(id, { deleted_at: null });
    expect(await found({ q: "called" })).toEqual(["Thrown Away"]);
  });

  test("owes no mail, and owes it again once taken back", async () => {
    const id = await add({ mail_next_attempt_at: new Date(0) });
    await change(id, { deleted_at: new Date().toISOString() });
    expect((await rowOf(id))?.mail_next_attempt_at).toBeNull();
    // A try that was on its way fails meanwhile.
    await site.sql`select public.mail_failed(${id}, 'no route')`;
    expect((await rowOf(id))?.mail_next_attempt_at).toBeNull();
    await change(id, { deleted_at: null });
    expect((await rowOf(id))?.mail_next_attempt_at).toBeInstanceOf(Date);
  });

  test("is emptied after 30 days, with notes and story, and not before", async () => {
    const day = 24 * 60 * 60 * 1000;
    const old = await add({ deleted_at: new Date(Date.now() - 30 * day - 60_000) });
    const young = await add({ deleted_at: new Date(Date.now() - 30 * day + 60_000) });
    await site.sql`insert into submission_notes (submission_id, body) values (${old}, 'Called.')`;
    expect(await storyOf(old)).not.toEqual([]);
    expect((await admin.rpc("leads_clean").throwOnError()).data).toBe(1);
    expect(await rowOf(old)).toBeUndefined();
    expect(await rowOf(young)).toBeDefined();
    expect(await storyOf(old)).toEqual([]);
    expect(await site.sql`select from submission_notes where submission_id = ${old}`).toEqual([]);
  });
});

test("each thing that happens to a lead is in its story, with who did it", async () => {
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
  await change(id, { deleted_at: new Date().toISOString() });
  await change(id, { deleted_at: null });
  const story = await storyOf(id);
  expect(story.map(({ kind, details }) => [kind, details])).toEqual([
    ["created", {}],
    ["status", { from: "new", to: "contacted" }],
    ["owner", { to: people.admin.email }],
    ["follow_up", { to: "2026-12-24" }],
    ["spam", { to: true }],
    ["spam", { to: false }],
    ["notice", { to: "failed", error: "no route" }],
    ["notice", { to: "sent" }],
    ["note", { note: note.id, done: "added" }],
    ["note", { note: note.id, done: "changed" }],
    ["note", { note: note.id, done: "deleted" }],
    ["deleted", {}],
    ["restored", {}],
  ]);
  expect(story[0]).toMatchObject({ actor: "visitor", actor_id: null, actor_name: null });
  expect(story[1]).toMatchObject({
    actor: "person",
    actor_id: me,
    actor_name: people.admin.email,
  });
  expect(story[6]?.actor).toBe("database");
});

test("a lead whose owner is no admin any more is nobody's, and goes with all that is known of it", async () => {
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

test("anything is found by all of its words, in texts, settings, lists, files and leads", async () => {
  await add({ name: "Zoë Findme", message: "about kitting" });
  await add({ name: "Zoë Thrown", deleted_at: new Date() });
  await site.sql`insert into faq_items (question, answer) values ('Zoë, findme?', 'About KITTING.')`;
  await site.sql`insert into media_library
    (filename, original_filename, file_path, file_size, mime_type)
    values ('1.pdf', 'Zoë-findme-kitting.pdf', 'uploads/1.pdf', 3, 'application/pdf')`;
  await site.sql`update site_content set content_value = 'Zoe findme kitting'
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  await site.sql`update site_settings set setting_value = 'zoé findme kitting'
    where setting_key = 'site_description'`;
  const tablesOf = async (words: string, more: object = {}) => {
    const { data } = await admin.rpc("admin_find", { words, ...more }).throwOnError();
    return data.map(({ table }) => table).toSorted();
  };
  const all = [
    "contact_submissions",
    "faq_items",
    "media_library",
    "site_content",
    "site_settings",
  ];
  expect(await tablesOf("kitting ZOE findme")).toEqual(all);
  expect(await tablesOf("thrown zoe")).toEqual([]);
  expect(await tablesOf("zoe findme nobody")).toEqual([]);
  expect(await tablesOf("  ")).toEqual([]);
  expect(
    (await tablesOf("e", { most: 2 })).filter((table) => table === "site_content"),
  ).toHaveLength(2);
});
