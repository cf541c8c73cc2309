import { describe, expect, test } from "vitest";
import { closePool, openPool } from "#server/backend/postgres/pool.ts";
import { cleanLeads } from "#server/backend/self-hosted/cleaning.ts";
import { createLog } from "#server/runtime/log.ts";
import { fromNow, now } from "#tests/support/clock.ts";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { add, admin, call, EMAIL, MARK, site, withSite } from "./steps.ts";

withSite();

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number) => fromNow(-days * DAY_MS);

/** Adds a lead whose last activity was this many days ago. */
async function addOld(days: number, more: object): Promise<string> {
  const id = await add({ created_at: ago(days), ...more });
  await site.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update contact_submissions set updated_at = ${ago(days)} where id = ${id}`;
    await sql`update lead_events set happened_at = ${ago(days)} where submission_id = ${id}`;
  });
  return id;
}

const there = async () =>
  (await site.sql`select name from contact_submissions order by name`).map(({ name }) => name);
const log = () => site.sql`select reason, actor, actor_id, actor_name, rows from lead_erasures`;

/** Every table in the database that contains the mark. */
async function marked(): Promise<string[]> {
  const all = await site.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = any (array['public', 'private', 'auth',
      'storage', 'loading_dock']::regnamespace[])`;
  const found: string[] = [];
  for (const { name } of all) {
    const rows =
      await site.sql`select from ${site.sql.unsafe(name)} t where t::text ilike ${`%${MARK}%`} limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

/** The tables that are erased with a lead, according to the catalog. */
const hanging = async () =>
  (await site.sql`select relation::text as name from private.tables_of_person() order by 1`).map(
    ({ name }) => name,
  );

/** Everything staff, visitors and the server do with a lead. No email is due: it would add an event. */
async function live() {
  const { error } = await site
    .visitor()
    .from("contact_submissions")
    .insert({
      ...tables.contact_submissions.make(),
      name: `Ana ${MARK}`,
      email: EMAIL.toUpperCase(),
      business_name: `${MARK} Inc`,
      message: `${MARK}, call (503) 555-0142`,
    });
  expect(error).toBeNull();
  const [{ id } = { id: "" }] =
    await site.sql`update contact_submissions set mail_status = 'sent', mail_next_attempt_at = null
      where name = ${`Ana ${MARK}`} returning id`;
  await add({ email: EMAIL, deleted_at: now(), name: MARK });
  const change = (changes: object) =>
    admin.from("contact_submissions").update(changes).eq("id", id).throwOnError();
  await change({ status: "contacted" });
  await change({ is_spam: true });
  await change({ is_spam: false, name: `Anna ${MARK}` });
  await site.sql`select public.mail_failed(${id}, ${`no route to ${EMAIL}`})`;
  const { data: note } = await admin
    .from("submission_notes")
    .insert({ submission_id: id, body: `Called ${MARK}.` })
    .select()
    .single()
    .throwOnError();
  await admin
    .from("submission_notes")
    .update({ body: `${MARK} again` })
    .eq("id", note.id);
  // The delay keeps it from leaving while the test counts.
  await site.sql`insert into mails (kind, submission_id, recipient, subject, body, send_after)
    values ('reply', ${id}, ${EMAIL}, ${`Re: ${MARK}`}, ${site.sql.json([{ text: MARK }])},
      now() + interval '1 hour')`;
  const [digest] = await site.sql`insert into mails (kind, recipient, subject, body, send_after)
    values ('digest', 'dana@example.com', 'Today',
      ${site.sql.json([{ links: [[`Ana ${MARK}`, `/admin/contact-manager?open=${id}`]] }])},
      now() + interval '1 hour')
    returning id`;
  await site.sql`insert into private.mail_leads values (${digest?.id}, ${id})`;
  const answer = {
    sender: EMAIL,
    sender_name: `Ana ${MARK}`,
    subject: `Re: ${MARK}`,
    text: `${MARK}!`,
    attachments: [{ name: `${MARK}.txt`, type: "text/plain", size: 3, content: "eHh4" }],
  };
  await mailArrives(site.sql, { ...answer, references: [`submission-${id}@example.com`] });
  await mailArrives(site.sql, { ...answer, sender: EMAIL.toUpperCase() });
  await change({ deleted_at: now().toISOString() });
  await site.sql.begin(async (tx) => {
    await tx`update contact_submissions set deleted_at = null where id = ${id}`;
    await tx`update contact_submissions set mail_next_attempt_at = null where id = ${id}`;
  });
}

describe("a person", () => {
  test("is found by address, exported in full, and erased completely", async () => {
    await add({ name: "Somebody Else" });
    await live();
    const found = await call("lead_person");
    expect(found.rows).toMatchObject({ contact_submissions: 2, submission_notes: 1, mails: 2 });
    expect(found.messages).toHaveLength(2);
    expect(found.has_account).toBe(false);
    const all = await call("lead_person_export", ` ${EMAIL.toUpperCase()} `);
    expect(all.tables.contact_submissions).toHaveLength(2);
    expect(all.tables.contact_submissions[0].search_text).toBeUndefined();
    expect(all.tables.submission_notes).toMatchObject([{ body: `${MARK} again` }]);
    // An email about several people is not exported for one of them.
    expect(all.tables.mails).toMatchObject([{ recipient: EMAIL }]);

    // Every table with data about them is erased according to the catalog, except that email.
    expect(await hanging()).toEqual(expect.arrayContaining(await marked()));
    const { data } = await admin.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    expect(data).toEqual(found.rows);
    expect(await marked()).toEqual([]);
    expect(await there()).toEqual(["Somebody Else"]);
    expect((await call("lead_person")).rows).toEqual({});
  });

  test("is also in emails from their address, wherever these are", async () => {
    const [of, other] = [await add({ email: EMAIL }), await add({ email: "ben@example.com" })];
    const attachments = [{ name: "a.txt", type: "text/plain", size: 3, content: "eHh4" }];
    const sender = EMAIL.toUpperCase();
    for (const [lead, more] of [
      [of, { sender: "assistant@example.com", attachments }],
      [other, { sender, text: "About the zebrafish." }],
    ] as const)
      await mailArrives(site.sql, { ...more, references: [`submission-${lead}@example.com`] });
    await mailArrives(site.sql, { sender, attachments });
    const { id: stays } = await mailArrives(site.sql, { sender: "cy@example.com" });
    const { rows } = await call("lead_person");
    expect(rows).toMatchObject({ inbound_mails: 3, "private.inbound_files": 2 });
    const { tables: exported } = await call("lead_person_export");
    expect(exported.inbound_mails).toHaveLength(3);
    expect(exported["private.inbound_files"][0]).not.toHaveProperty("content");
    const { data } = await admin.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    expect(data).toEqual(rows);
    expect(await site.sql`select id from inbound_mails`).toEqual([{ id: stays }]);
    expect(await site.sql`select from private.inbound_files`).toHaveLength(0);
    const [kept] = await site.sql`select search_text from contact_submissions where id = ${other}`;
    expect(kept?.search_text).not.toContain("zebrafish");
  });

  test("records when, who and how many", async () => {
    await add({ email: EMAIL });
    await admin.rpc("lead_person_erase", { address: "nobody@example.com" }).throwOnError();
    expect(await log()).toEqual([]);
    const { data: rows } = await admin.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    const [me] = await site.sql`select id from auth.users where email = ${people.admin.email}`;
    expect(await log()).toEqual([
      { reason: "person", actor: "person", actor_id: me?.id, actor_name: people.admin.email, rows },
    ]);
    const { data: read } = await admin.from("lead_erasures").select().throwOnError();
    expect(read).toHaveLength(1);
  });

  test("lists and keeps others' notes that name their address", async () => {
    await add({ email: EMAIL, message: `I am ${EMAIL}.` });
    const noted = await add({ name: "Noted", email: "ben@example.com" });
    await site.sql`insert into submission_notes (submission_id, body)
      values (${noted}, ${`Ask (${EMAIL.toUpperCase()}), please.`})`;
    await add({ name: "Wrote", email: "cy@example.com", message: `Write to ${EMAIL}.` });
    for (const other of [`x${EMAIL}`, `x.${EMAIL}`, `${EMAIL}.org`, EMAIL.replace(".", "-")])
      await add({ name: "Like it", email: "di@example.com", message: other });
    const found = await call("lead_person");
    expect(found.mentions.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "Noted",
      "Wrote",
    ]);
    expect(found.mentions.map(({ id }: { id: string }) => id)).toContain(noted);
    expect(found.rows).toMatchObject({ contact_submissions: 1 });
    await admin.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    const after = await call("lead_person");
    expect([after.messages, after.mentions.length]).toEqual([[], 2]);
    expect((await call("lead_person", "")).mentions).toEqual([]);
  });

  test("lists joined addresses and accounts", async () => {
    const lead = await add({ email: people.admin.email });
    const other = await add({ email: "Else@example.com" });
    await admin.rpc("lead_join", { lead, other }).throwOnError();
    expect(await call("lead_person", people.admin.email)).toMatchObject({
      others: ["else@example.com"],
      has_account: true,
    });
  });
});

describe("in time", () => {
  /** Runs the cleanup that a server process runs on its own. */
  async function clean() {
    const pool = openPool(site.env.databaseUrl as string, createLog("silent"), 1);
    await cleanLeads(pool, new AbortController().signal);
    await closePool(pool);
  }
  const keep = async (settings: Record<string, string>) => {
    for (const [setting_key, setting_value] of Object.entries(settings))
      await site.sql`insert into site_settings ${site.sql({ setting_key, setting_value })}
        on conflict (setting_key) do update set setting_value = excluded.setting_value`;
  };

  test("deletes nothing but the trash by default", async () => {
    await addOld(1000, { name: "Closed", status: "closed" });
    await addOld(1000, { name: "Spam", is_spam: true, spam_reason: "trap filled" });
    await addOld(1000, { name: "Trash", deleted_at: ago(31) });
    await clean();
    expect(await there()).toEqual(["Closed", "Spam"]);
    expect(await log()).toMatchObject([
      { reason: "trash", actor: "server", rows: { contact_submissions: 1 } },
    ]);
  });

  test("deletes spam after 30 days, and closed leads after their months of inactivity", async () => {
    await keep({ delete_spam: "true", delete_closed_months: "6" });
    const spam = { is_spam: true, spam_reason: "marked by staff" };
    await addOld(31, { name: "Old spam", ...spam });
    await addOld(29, { name: "Young spam", ...spam });
    await addOld(300, { name: "Likely spam", spam_reason: "too fast" });
    await addOld(190, { name: "Old closed", status: "closed" });
    await addOld(170, { name: "Young closed", status: "closed" });
    await addOld(190, { name: "Open" });
    const noted = await addOld(190, { name: "With a note", status: "closed" });
    await site.sql`insert into submission_notes (submission_id, body) values (${noted}, 'Called.')`;
    await addOld(190, { name: "To come back to", status: "closed", follow_up_on: "2999-01-01" });
    await clean();
    expect(await there()).toEqual([
      "Likely spam",
      "Open",
      "To come back to",
      "With a note",
      "Young closed",
      "Young spam",
    ]);
    expect((await log()).map(({ reason }) => reason).toSorted()).toEqual(["closed", "spam"]);
    await keep({ delete_spam: "false", delete_closed_months: "" });
  });

  test("several processes at once delete each lead once", async () => {
    await site.sql`insert into contact_submissions
      (name, email, monthly_volume, platforms, mail_next_attempt_at, deleted_at)
      select 'Seller', 'seller' || n || '@example.com', '0-50', array['Other'], null, ${ago(31)}
      from generate_series(1, 300) n`;
    await Promise.all([clean(), clean(), clean()]);
    expect(await there()).toEqual([]);
    const [counted] = await site.sql`
      select sum((rows ->> 'contact_submissions')::int)::int as gone from lead_erasures`;
    expect(counted?.gone).toBe(300);
  });
});
