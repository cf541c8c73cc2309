import { beforeAll, beforeEach, expect, test } from "vitest";
import { NAMES } from "#app/lib/attribution/names.ts";
import { dana, lead, person, sql, withDatabase } from "#tests/db/leads/reminder-steps.ts";
import { moveToNoon } from "#tests/support/clock.ts";

withDatabase();
beforeAll(() => moveToNoon(sql));

/** Days from this week's Monday on, in the company's time zone. */
const at = (days: number, time = "08:00") =>
  sql`((date_trunc('week', private.company_day()::timestamp)::date + ${days}::int) + ${time}::time)
    at time zone private.company_zone()`;
const send = async (days = 0, time?: string) =>
  (await sql`select private.send_weekly_figures(${at(days, time)}) as written`)[0]?.written;
const want = (person_id = dana, since = -100) =>
  sql`insert into private.weekly_choices (person_id, wanted_at) values (${person_id}, ${at(since)})`;
/** Figures of a day, in Monday's days, as the site sums them up. */
const record = (days: number, visits: number, dimension = "total", name = "") =>
  sql`insert into private.visit_days (day, dimension, name, visits, contact, sent)
    select (${at(days)} at time zone private.company_zone())::date, ${dimension}, ${name}, ${visits},
      ${Math.floor(visits / 2)}, ${Math.floor(visits / 10)}`;
const mails = async () => [
  ...(await sql`select recipient, subject, heading, body from mails where kind = 'weekly' order by recipient`),
];
const facts = async (part: number) =>
  Object.fromEntries((await mails())[0]?.body[part]?.facts ?? []);

beforeEach(async () => {
  await sql`truncate private.weekly_choices, private.visit_days, private.visits`;
});

test("say what happened last week, once, from Monday at 8:00 on", async () => {
  await want();
  await record(-14, 800);
  await record(-7, 1_000);
  await record(-1, 200);
  await record(0, 999);
  await record(-14, 10, "source", "google");
  await record(-7, 900, "source", "google");
  await record(-1, 300, "source", "news.example");
  for (const day of [-8, -7, -1, 0])
    await lead("Ana Ruiz", { created_at: (await sql`select ${at(day)} as day`)[0]?.day });
  await sql`update contact_submissions set status = 'closed', outcome = 'won'`;
  await sql`update contact_submissions set closed_at = created_at`;

  expect(await send(0, "07:59")).toBe(0);
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  expect(await send(6, "23:59")).toBe(0);
  expect(await mails()).toMatchObject([
    { recipient: "dana@example.com", subject: "Last week: 1,200 visits, 2 leads" },
  ]);
  expect(await facts(0)).toEqual({
    Visits: "1,200 (800 the week before)",
    "Reached the contact page": "600 (400 the week before)",
    "Started the form": "0 (0 the week before)",
    "Sent the form": "120 (80 the week before)",
    "Booked a call": "0 (0 the week before)",
    "New leads": "2 (1 the week before)",
    "Leads won": "2 (1 the week before)",
  });
  expect(await facts(2)).toEqual({
    Google: "900 (10 the week before)",
    "news.example": "300 (0 the week before)",
  });
  expect((await mails())[0]?.body).toContainEqual({
    button: ["Open Insights", "/admin/insights?tab=visitors"],
  });
});

test("come later that week after an outage on Monday, and again the next week", async () => {
  await want();
  await record(-14, 5);
  await record(-7, 5);
  expect(await send(2)).toBe(1);
  await sql`update private.weekly_choices set week = week - 7`;
  await sql`select public.reminders_due()`;
  expect(await mails()).toHaveLength(2);
});

test("aren't sent without a whole week of figures, nor without visits", async () => {
  await want();
  expect(await send()).toBe(0);
  for (const days of [-6, -1]) await record(days, 5);
  await sql`update private.weekly_choices set week = null`;
  expect(await send()).toBe(0);
  await record(-7, 0);
  await sql`update private.weekly_choices set week = null`;
  expect(await send()).toBe(1);
  expect(await facts(0)).toMatchObject({ Visits: "10" });
  await sql`truncate private.visit_days`;
  await record(-7, 0);
  await sql`update private.weekly_choices set week = null`;
  expect(await send()).toBe(0);
});

test("are for people who turned them on and had the role before Monday at 8:00", async () => {
  await record(-7, 5);
  expect(await send()).toBe(0);
  await want(dana, 1);
  const waits = await person("waits@example.com", false);
  await want(waits);
  const later = await person("later@example.com");
  await want(later);
  await sql`update admins set created_at = ${at(1)} where user_id = ${later}`;
  expect(await send(2)).toBe(0);
  await sql`delete from admins where user_id = ${later}`;
  await sql`update private.weekly_choices set week = null`;
  expect(await send(2)).toBe(0);
  await sql`insert into staff (user_id, is_editor, is_sales, created_at)
    values (${later}, true, false, '2020-01-01')`;
  expect(await send(2), "editors don't see leads").toBe(0);
  await sql`update staff set is_sales = true where user_id = ${later}`;
  expect(await send(2)).toBe(1);
  // What waits is dropped with the role.
  await sql`delete from staff where user_id = ${later}`;
  expect(await mails()).toEqual([]);
  await sql`delete from auth.users where id in (${waits}, ${later})`;
});

test("have a link that turns off only them", async () => {
  await want();
  await record(-7, 5);
  await send();
  const [claimed] = await sql`select queued_mail_claim() as mail`;
  const token = claimed?.mail.unsubscribe.slice("/unsubscribe/".length);
  const unsubscribe = async (off: boolean) =>
    (await sql`select digest_unsubscribe(${token}, ${off}) as wanted`)[0]?.wanted;
  expect(await unsubscribe(false)).toBe(true);
  expect(await unsubscribe(true)).toBe(false);
  expect(await unsubscribe(false)).toBe(false);
  expect(await sql`select from private.weekly_choices`).toEqual([]);
  expect(await sql`select from private.digest_choices`).toEqual([]);
  await want();
  await sql`update private.digest_links set kind = 'digest'`;
  expect(await unsubscribe(true)).toBe(false);
  expect(await sql`select from private.weekly_choices`).toHaveLength(1);
});

test("name sources as the screens do", async () => {
  const names = Object.keys(NAMES);
  const rows = await sql`
    select n as name, private.source_in_words(n) as shown from unnest(${names}::text[]) as n`;
  expect(Object.fromEntries(rows.map(({ name, shown }) => [name, shown]))).toEqual(NAMES);
  const [other] = await sql`select private.source_in_words(${`a\nb${"x".repeat(90)}`}) as name`;
  expect(other?.name).toBe(`a b${"x".repeat(77)}`);
});
