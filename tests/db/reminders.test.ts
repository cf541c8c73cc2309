import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openMinutes, readWeek, type Week } from "#app/lib/domain/business-hours.ts";
import { openBackend } from "#server/backend/index.ts";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { readOutbox } from "#tests/support/outbox.ts";
import { tables } from "#tests/tables/index.ts";

// A database without a server, which would write and send what is due by itself.
let url: string;
let sql: Sql;
let dana: string;
beforeAll(async () => {
  url = await createTestDatabase(inject("clusterUrl"));
  sql = connect(url);
  await sql`insert into site_settings (setting_key, setting_value)
    values ('contact_email', 'office@example.com')
    on conflict (setting_key) do update set setting_value = excluded.setting_value`;
  dana = await person("dana@example.com");
  await sql`delete from admins where user_id <> ${dana}`;
});
afterAll(async () => {
  await sql.end();
  await dropTestDatabase(url);
});
beforeEach(async () => {
  await sql`delete from contact_submissions`;
  await sql`delete from mails`;
  await sql`delete from lead_recipients`;
  await sql`delete from site_content where section_name = 'business_hours'`;
  await sql`delete from private.digests`;
  await sql`delete from private.digest_choices`;
});

/** An admin since long ago. */
async function person(email: string, confirmed = true): Promise<string> {
  const [user] = await sql`insert into auth.users (id, email, email_confirmed_at)
    values (gen_random_uuid(), ${email}, ${confirmed ? "2020-01-01" : null}) returning id`;
  await sql`insert into admins (user_id, created_at) values (${user?.id}, '2020-01-01')`;
  return user?.id;
}
async function lead(name: string, more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), name, ...more };
  const [made] = await sql`insert into contact_submissions ${sql(row)} returning id`;
  return made?.id;
}
const remind = async (moment: string) =>
  (await sql`select private.remind(${moment}::timestamptz) as written`)[0]?.written;
const digest = async (moment: string) =>
  (await sql`select private.send_digests(${moment}::timestamptz) as written`)[0]?.written;
const mails = async () =>
  (await sql`select recipient, subject, submission_id from mails order by recipient`).map(
    (row) => ({
      ...row,
    }),
  );
const linksOf = async () => {
  const rows = await sql`select body from mails`;
  return rows.flatMap(({ body }) =>
    body.flatMap((part: { links?: [string, string][] }) => part.links ?? []),
  );
};

describe("a lead whose day has come", () => {
  test("is told to its owner at 8:00 by the company's clock, once, with the way to it", async () => {
    const id = await lead("Ana Ruiz", {
      ...{ business_name: "Halfmoon", owner_id: dana, follow_up_on: "2099-01-12" },
    });
    await lead("Not yet", { owner_id: dana, follow_up_on: "2099-01-13" });
    expect(await remind("2099-01-12T15:59:59Z")).toBe(0);
    expect(await remind("2099-01-12T16:00:00Z")).toBe(1);
    expect(await remind("2099-01-12T16:01:00Z")).toBe(0);
    const subject = "Come back to Ana Ruiz, Halfmoon";
    expect(await mails()).toEqual([{ recipient: "dana@example.com", subject, submission_id: id }]);
    expect(await linksOf()).toEqual([["Ana Ruiz, Halfmoon", `/admin/contact-manager?open=${id}`]]);
  });

  test("is told at 8:00 in summer, and on the days when clocks change", async () => {
    for (const [day, eight] of [
      ["2099-07-01", "2099-07-01T15:00:00Z"],
      ["2099-03-08", "2099-03-08T15:00:00Z"],
      ["2099-11-01", "2099-11-01T16:00:00Z"],
    ] as const) {
      await lead(day, { owner_id: dana, follow_up_on: day });
      const before = new Date(Date.parse(eight) - 1_000).toISOString();
      expect([day, await remind(before), await remind(eight)]).toEqual([day, 0, 1]);
    }
  });

  test("is told late where nothing ran at 8:00, and again where it gets another day", async () => {
    const id = await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
    expect(await remind("2099-01-15T05:00:00Z")).toBe(1);
    await sql`update contact_submissions set follow_up_on = '2099-02-02' where id = ${id}`;
    expect(await remind("2099-02-01T23:00:00Z")).toBe(0);
    expect(await remind("2099-02-02T16:00:00Z")).toBe(1);
    await sql`update contact_submissions set follow_up_on = null where id = ${id}`;
    expect(await remind("2099-03-01T16:00:00Z")).toBe(0);
  });

  test("and is set to a day that is there already comes up at the next 8:00", async () => {
    await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2020-01-01" });
    expect(await remind(new Date().toISOString())).toBe(0);
    expect(await remind(new Date(Date.now() + 24 * 3_600_000).toISOString())).toBe(1);
  });

  test("is one mail with the others of an owner; without one it goes where new leads go", async () => {
    const day = { follow_up_on: "2099-01-12" };
    await sql`insert into lead_recipients (email, platforms)
      values ('shops@example.com', '{Shopify}'), ('dana@example.com', '{Shopify}')`;
    await lead("One", { ...day, owner_id: dana });
    await lead("Two", { ...day, owner_id: dana });
    await lead("Free", { ...day, platforms: ["Shopify"] });
    await lead("Nobody's", { ...day, platforms: ["Etsy"] });
    await lead("Spam", { ...day, is_spam: true });
    await lead("Trash", { ...day, deleted_at: new Date() });
    expect(await remind("2099-01-12T16:00:00Z")).toBe(3);
    const [first, office, shops] = await mails();
    expect(first).toMatchObject({
      ...{ recipient: "dana@example.com", subject: "3 leads to come back to", submission_id: null },
    });
    expect(office).toMatchObject({ recipient: "office@example.com" });
    expect(shops).toMatchObject({ recipient: "shops@example.com" });
  });

  test("that is deleted for good takes its mail along, and the others are told anew", async () => {
    const day = { owner_id: dana, follow_up_on: "2099-01-12" };
    const gone = await lead("Gone", day);
    const kept = await lead("Kept", day);
    await remind("2099-01-12T16:00:00Z");
    await sql`delete from contact_submissions where id = ${gone}`;
    expect(await mails()).toEqual([]);
    expect(await remind("2099-01-12T16:01:00Z")).toBe(1);
    expect(await linksOf()).toEqual([["Kept", `/admin/contact-manager?open=${kept}`]]);
    await sql`update mails set state = 'sent', sent_at = now(), send_after = null`;
    await sql`delete from contact_submissions where id = ${kept}`;
    expect(await mails()).toEqual([]);
  });

  test("is told once by several who ask at the same moment", async () => {
    await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
    await sql`update private.lead_reminders set due_at = now()`;
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => sql`select public.reminders_due() as written`),
    );
    expect(asked.map(([row]) => row?.written).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await mails()).toHaveLength(1);
  });
});

test("what came due while no server ran is sent when one starts", async () => {
  const id = await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
  await sql`update private.lead_reminders set due_at = now() - interval '3 days'`;
  const dataDir = await temporaryFolder();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, SITE_URL: "http://site.test" };
  const backend = await openBackend(
    readEnv({ ...settings, LOG_LEVEL: "silent" }),
    createLog("silent"),
  );
  const reminders = async () =>
    (await readOutbox(dataDir)).filter(({ subject }) => subject?.startsWith("Come back"));
  await expect.poll(reminders, { timeout: 15_000 }).toHaveLength(1);
  await backend.close();
  const [mail] = await reminders();
  expect(mail?.to?.[0]?.address).toBe("dana@example.com");
  expect(mail?.text).toContain(`http://site.test/admin/contact-manager?open=${id}\n`);
});

describe("the digest", () => {
  const MONDAY = "2099-01-12T16:00:00Z";

  test("says on work days at 8:00 what is new, overdue and failed, once to each admin", async () => {
    await lead("Old", { created_at: "2099-01-09T18:00:00Z" });
    await lead("Weekend", { created_at: "2099-01-12T05:00:00Z", mail_status: "failed" });
    await lead("Answered", { status: "responded", created_at: "2099-01-01T00:00:00Z" });
    expect(await digest("2099-01-12T15:59:00Z")).toBe(0);
    expect(await digest("2099-01-11T20:00:00Z"), "Sunday").toBe(0);
    expect(await digest(MONDAY)).toBe(1);
    expect(await digest("2099-01-12T18:00:00Z")).toBe(0);
    expect(await mails()).toMatchObject([
      { recipient: "dana@example.com", subject: "2 new leads, 1 overdue, 1 mail failed" },
    ]);
    expect((await linksOf()).map(([label]) => label)).toEqual([
      "Old · Jan 9 · overdue",
      "Weekend · Jan 11",
      "Switch this mail off",
    ]);
    expect(await digest("2099-01-13T16:00:00Z")).toBe(1);
  });

  test("is not sent when there is nothing to say, nor later that day", async () => {
    expect(await digest(MONDAY)).toBe(0);
    await lead("Came at noon");
    expect(await digest("2099-01-12T20:00:00Z")).toBe(0);
  });

  test("is not for who switched it off, was no admin at 8:00, or has no proven address", async () => {
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

  test("overdue is what the inbox calls overdue, to the minute", async () => {
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
