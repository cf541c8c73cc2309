import { describe, expect, test } from "vitest";
import { openMinutes, readWeek, type Week } from "#app/lib/domain/business-hours.ts";
import {
  dana,
  lead,
  linksOf,
  mails,
  person,
  sql,
  withDatabase,
} from "#tests/db/leads/reminder-steps.ts";

withDatabase();

const digest = async (moment: string) =>
  (await sql`select private.send_digests(${moment}::timestamptz) as written`)[0]?.written;

describe("the digest", () => {
  const MONDAY = "2099-01-12T16:00:00Z";

  test("lists what is new, overdue and failed at 8:00 on workdays, once for each admin", async () => {
    await lead("Old", { created_at: "2099-01-09T18:00:00Z" });
    await lead("Weekend", { created_at: "2099-01-12T05:00:00Z", mail_status: "failed" });
    await lead("Answered", { status: "responded", created_at: "2099-01-01T00:00:00Z" });
    expect(await digest("2099-01-12T15:59:00Z")).toBe(0);
    expect(await digest("2099-01-11T20:00:00Z"), "Sunday").toBe(0);
    expect(await digest(MONDAY)).toBe(1);
    expect(await digest("2099-01-12T18:00:00Z")).toBe(0);
    expect(await mails()).toMatchObject([
      { recipient: "dana@example.com", subject: "2 new leads, 1 overdue, 1 email failed" },
    ]);
    expect((await linksOf()).map(([label]) => label)).toEqual([
      "Old · Jan 9 · overdue",
      "Weekend · Jan 11",
    ]);
    expect(await digest("2099-01-13T16:00:00Z")).toBe(1);
  });

  test("counts nothing of spam, the trash and no lead, as the inbox does", async () => {
    await sql`insert into mails (kind, recipient, subject, body, state, created_at)
      values ('weekly', 'dana@example.com', 'Last week', '[{"text": "Hi"}]', 'failed', '2099-01-08')`;
    expect(await digest("2099-01-09T16:00:00Z")).toBe(0);
    await lead("Ana Ruiz", { created_at: "2099-01-12T15:00:00Z" });
    const spam = { is_spam: true, spam_reason: "marked by staff", follow_up_on: "2099-01-12" };
    const gone = [
      await lead("Spam", spam),
      await lead("Trash", { deleted_at: "2099-01-11", follow_up_on: "2099-01-12" }),
    ];
    await sql`insert into mails (kind, submission_id, recipient, subject, body, state, created_at)
      select 'reply', unnest(${gone}::uuid[]), 'ana@example.com', 'Re', '[{"text": "Hi"}]', 'failed',
        '2099-01-11'`;
    expect(await digest(MONDAY)).toBe(1);
    const [mail] = await sql`select subject, body -> 0 as facts from mails where kind = 'digest'`;
    expect(mail).toEqual({ subject: "1 new lead", facts: { facts: [["New", "1"]] } });
  });

  test("is not sent when there is nothing to say, nor later that day", async () => {
    expect(await digest(MONDAY)).toBe(0);
    await lead("Came at noon");
    expect(await digest("2099-01-12T20:00:00Z")).toBe(0);
  });

  test("skips people who turned it off, weren't admins at 8:00, or have no confirmed address", async () => {
    await lead("Ana Ruiz");
    const waits = await person("waits@example.com", false);
    const later = await person("later@example.com");
    await sql`update admins set created_at = '2099-01-12T16:30:00Z' where user_id = ${later}`;
    await sql`insert into private.digest_choices (person_id, wanted, chosen_at)
      values (${dana}, false, '2099-01-01')`;
    expect(await digest("2099-01-12T17:00:00Z")).toBe(0);
    await sql`update private.digest_choices set wanted = true`;
    expect(await digest("2099-01-12T17:01:00Z")).toBe(1);
    await sql`delete from auth.users where id in (${waits}, ${later})`;
  });

  const claim = async () => (await sql`select queued_mail_claim() as mail`)[0]?.mail;
  const unsubscribe = async (token: string, off: boolean) =>
    (await sql`select digest_unsubscribe(${token}, ${off}) as wanted`)[0]?.wanted;

  test("has a link that turns it off for its recipient, as often as it is used", async () => {
    const eli = await person("eli@example.com");
    await lead("Ana Ruiz");
    await digest(MONDAY);
    const sent = [await claim(), await claim()];
    const { unsubscribe: path } = sent.find(({ recipient }) => recipient === "eli@example.com");
    expect(path).toMatch(/^\/unsubscribe\/[\w-]{40,}$/);
    const token = path.slice("/unsubscribe/".length);
    const [stored] =
      await sql`select string_agg(to_jsonb(l)::text, '') as all from private.digest_links l`;
    expect(stored?.all).not.toContain(token);

    expect(await unsubscribe(token, false)).toBe(true);
    expect(await digest("2099-01-13T16:00:00Z")).toBe(2);
    expect(await unsubscribe(token, true)).toBe(false);
    expect(await unsubscribe(token, true)).toBe(false);
    expect(await unsubscribe(token, false)).toBe(false);
    expect(await digest("2099-01-14T16:00:00Z")).toBe(1);
    expect((await mails()).at(-1)).toMatchObject({ recipient: "eli@example.com" });
    await sql`update private.digest_choices set wanted = true where person_id = ${eli}`;
    for (const wrong of [`${token}x`, token.slice(1), ""])
      expect(await unsubscribe(wrong, true)).toBeNull();
    expect(await unsubscribe(token, false)).toBe(true);
    await sql`delete from auth.users where id = ${eli}`;
    expect(await unsubscribe(token, true)).toBeNull();
  });

  test("and the weekly figures are the only emails with such a link", async () => {
    await sql`insert into mails (kind, recipient, subject, body)
      values ('reminder', 'dana@example.com', 'Hello', '[{"text": "Hello"}]')`;
    expect((await claim()).unsubscribe).toBeNull();
  });

  test("goes by the opening hours that the contact page has", async () => {
    await lead("Ana Ruiz", { created_at: "2099-01-11T19:00:00Z" });
    await sql`insert into site_content (page_name, section_name, content_key, content_value, content_type)
      values ('contact', 'business_hours', 'day_1_label', 'Sunday', 'text'),
        ('contact', 'business_hours', 'day_1_hours', '10 am – 4 p.m.', 'text'),
        ('contact', 'business_hours', 'day_2_label', '', 'text')`;
    expect(await digest(MONDAY)).toBe(0);
    expect(await digest("2099-01-11T18:30:00Z")).toBe(1);
  });
});

describe("opening hours", () => {
  const cards = [
    [
      "Monday-Friday",
      "8:00 AM - 6:00 PM PST",
      "Saturday",
      "9:00 AM - 2:00 PM PST",
      "Sunday",
      "Closed",
    ],
    ["Fri to Mon", "9:30 a.m. – 12:15 p.m.", "tue", "closed today", "", "whenever"],
    ["monday through wednesday", "12 AM - 12 PM", "Thu", "1PM-9:05PM", "Fri", "Closed"],
    ["Weekdays", "8 AM - 6 PM", "Sat", "9 AM - 2 PM", "Sun", "Closed"],
    ["Monday", "6 PM - 8 AM", "Sat", "9 AM - 2 PM", "Sun", "Closed"],
    ["Mon - Wed - Fri", "8 AM - 6 PM", "Sat", "9 AM", "Sun", "Closed"],
  ];
  test.each(cards)("%s %s, %s %s are read as the screens read them", async (...words) => {
    const lines = [0, 2, 4].map((at) => ({ label: words[at] ?? "", hours: words[at + 1] ?? "" }));
    const rows = await sql`select * from private.read_hours(
      ${lines.map(({ label }) => label)}, ${lines.map(({ hours }) => hours)})`;
    const week = readWeek(lines)?.flatMap((spans, weekday) =>
      spans.map(({ from, to }) => ({ weekday, opens: from, closes: to })),
    );
    const sorted = rows.map((row) => ({ ...row })).toSorted((a, b) => a.weekday - b.weekday);
    expect(sorted).toEqual(week ?? []);
  });

  test("counts overdue as the inbox does, to the minute", async () => {
    const [label, hours, saturday, short, sunday, closed] = cards[0] as string[];
    const week = readWeek([
      { label: label ?? "", hours: hours ?? "" },
      { label: saturday ?? "", hours: short ?? "" },
      { label: sunday ?? "", hours: closed ?? "" },
    ]) as Week;
    for (let hour = 0; hour < 24 * 8; hour += 5) {
      const now = new Date(Date.parse("2099-03-05T00:07:31Z") + hour * 3_600_000);
      const [row] = await sql`select private.overdue_before(${now.toISOString()}) as moment`;
      const moment: Date = row?.moment;
      const waited = (at: number) => openMinutes(week, new Date(at), now);
      expect([now, waited(moment.getTime()), waited(moment.getTime() - 1)]).toEqual([
        now,
        240,
        241,
      ]);
    }
  });
});
