import { describe, expect, test } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { now } from "#tests/support/clock.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { readOutbox } from "#tests/support/mail/outbox.ts";
import { dana, lead, linksOf, mails, sql, url, withDatabase } from "./reminder-steps.ts";

withDatabase();

const remind = async (moment: string) =>
  (await sql`select private.remind(${moment}::timestamptz) as written`)[0]?.written;

describe("a lead whose day has come", () => {
  test("is emailed to its owner at 8:00 company time, once, with a link", async () => {
    const id = await lead("Ana Ruiz", {
      business_name: "Halfmoon",
      owner_id: dana,
      follow_up_on: "2099-01-12",
    });
    await lead("Not yet", { owner_id: dana, follow_up_on: "2099-01-13" });
    expect(await remind("2099-01-12T15:59:59Z")).toBe(0);
    expect(await remind("2099-01-12T16:00:00Z")).toBe(1);
    expect(await remind("2099-01-12T16:01:00Z")).toBe(0);
    const subject = "Follow up with Ana Ruiz, Halfmoon";
    expect(await mails()).toEqual([{ recipient: "dana@example.com", subject, submission_id: id }]);
    expect(await linksOf()).toEqual([["Ana Ruiz, Halfmoon", `/admin/contact-manager?open=${id}`]]);
  });

  test("is emailed at 8:00 in summer, and when clocks change", async () => {
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

  test("is emailed late after an outage, and again for a new date", async () => {
    const id = await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
    expect(await remind("2099-01-15T05:00:00Z")).toBe(1);
    await sql`update contact_submissions set follow_up_on = '2099-02-02' where id = ${id}`;
    expect(await remind("2099-02-01T23:00:00Z")).toBe(0);
    expect(await remind("2099-02-02T16:00:00Z")).toBe(1);
    await sql`update contact_submissions set follow_up_on = null where id = ${id}`;
    expect(await remind("2099-03-01T16:00:00Z")).toBe(0);
  });

  test("is emailed at the next 8:00 when the day has already started", async () => {
    await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2020-01-01" });
    const [due] = await sql`select due_at - interval '1 second' as before, due_at,
      due_at > now() and due_at <= now() + interval '25 hours' as next,
      to_char(due_at at time zone 'America/Los_Angeles', 'HH24:MI:SS') as clock
      from private.lead_reminders`;
    expect(due).toMatchObject({ next: true, clock: "08:00:00" });
    expect(await remind(due?.before.toISOString())).toBe(0);
    expect(await remind(due?.due_at.toISOString())).toBe(1);
  });

  test("is one email for each owner; without one it goes where new leads go", async () => {
    const day = { follow_up_on: "2099-01-12" };
    await sql`insert into lead_recipients (email, platforms)
      values ('shops@example.com', '{Shopify}'), ('dana@example.com', '{Shopify}')`;
    await lead("One", { ...day, owner_id: dana });
    await lead("Two", { ...day, owner_id: dana });
    await lead("Free", { ...day, platforms: ["Shopify"] });
    await lead("Nobody's", { ...day, platforms: ["Etsy"] });
    await lead("Spam", { ...day, is_spam: true });
    await lead("Trash", { ...day, deleted_at: now() });
    expect(await remind("2099-01-12T16:00:00Z")).toBe(3);
    const [first, office, shops] = await mails();
    expect(first).toMatchObject({
      recipient: "dana@example.com",
      subject: "3 leads to follow up with",
      submission_id: null,
    });
    expect(office).toMatchObject({ recipient: "office@example.com" });
    expect(shops).toMatchObject({ recipient: "shops@example.com" });
  });

  test("says whose it is", async () => {
    const everyone =
      "have no owner, so everyone who gets lead notifications is reminded. Assign an owner, and only that person is.";
    const [mine, nobodys] = [{ owner_id: dana }, {}];
    for (const [leads, note] of [
      [[mine], "You own this lead, and it's due for a follow-up."],
      [[mine, mine], "You own these leads, and they're due for a follow-up."],
      [[nobodys], `This lead ${everyone.replace("have", "has")}`],
      [[nobodys, nobodys], `These leads ${everyone}`],
      [[mine, nobodys], `Some of these leads ${everyone}`],
    ] as const) {
      await sql`delete from contact_submissions`;
      await sql`insert into lead_recipients (email) values ('dana@example.com') on conflict do nothing`;
      for (const whose of leads) await lead("Ana Ruiz", { follow_up_on: "2099-01-12", ...whose });
      await remind("2099-01-14T16:00:00Z");
      expect(await sql`select body -> -1 ->> 'note' as note from mails`).toEqual([{ note }]);
    }
  });

  test("drops its email when deleted, and renews that of the others", async () => {
    const day = { owner_id: dana, follow_up_on: "2099-01-12" };
    const gone = await lead("Gone", day);
    const remaining = await lead("Kept", day);
    await remind("2099-01-12T16:00:00Z");
    await sql`delete from contact_submissions where id = ${gone}`;
    expect(await mails()).toEqual([]);
    expect(await remind("2099-01-12T16:01:00Z")).toBe(1);
    expect(await linksOf()).toEqual([["Kept", `/admin/contact-manager?open=${remaining}`]]);
    await sql`update mails set state = 'sent', sent_at = now(), send_after = null`;
    await sql`delete from contact_submissions where id = ${remaining}`;
    expect(await mails()).toEqual([]);
  });

  test("is emailed once by simultaneous runs", async () => {
    const id = await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
    // The daily digest is due by the machine's clock, so switch it off.
    await sql`insert into private.digest_choices (person_id, wanted) values (${dana}, false)`;
    await sql`update private.lead_reminders set due_at = now() where submission_id = ${id}`;
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => sql`select public.reminders_due() as written`),
    );
    expect(asked.map(([row]) => row?.written).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await mails()).toHaveLength(1);
  });
});

test("sends overdue reminders at the start", async () => {
  const id = await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
  await sql`update private.lead_reminders set due_at = now() - interval '3 days'`;
  const dataDir = await temporaryFolder();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, SITE_URL: "http://site.test" };
  const backend = await openBackend(
    readEnv({ ...settings, LOG_LEVEL: "silent" }),
    createLog("silent"),
  );
  const reminders = async () =>
    (await readOutbox(dataDir)).filter(({ subject }) => subject?.startsWith("Follow up"));
  await expect.poll(reminders).toHaveLength(1);
  await backend.close();
  const [mail] = await reminders();
  expect(mail?.to?.[0]?.address).toBe("dana@example.com");
  expect(mail?.text).toContain(`http://site.test/admin/contact-manager?open=${id}\n`);
});
