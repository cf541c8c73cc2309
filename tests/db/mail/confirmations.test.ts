import { beforeEach, describe, expect, test } from "vitest";
import { tables } from "#tests/tables/index.ts";
import { site, withSite } from "../steps.ts";

withSite();
beforeEach(async () => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from private.confirmations`;
  await site.sql`delete from private.visitor_shares`;
  await site.sql`delete from private.refused_addresses`;
  await set("confirmation_enabled", "true");
  await set("confirmation_text", "Thank you.\n\nWe answer soon.");
});

const set = (key: string, value: string) => site.sql`
  insert into site_settings (setting_key, setting_value) values (${key}, ${value})
  on conflict (setting_key) do update set setting_value = excluded.setting_value`;

const write = async (email: string, more: object = {}) => {
  const row = { ...tables.contact_submissions.make(), email, ...more };
  const { error } = await site.visitor().from("contact_submissions").insert(row);
  if (error) throw error;
};
const confirmed = async () =>
  (await site.sql`select recipient from mails where kind = 'confirmation' order by created_at`).map(
    ({ recipient }) => recipient,
  );

describe("a visitor who writes", () => {
  test("gets the staff's text, and nothing they wrote", async () => {
    await write("ana@example.com", {
      name: "Buy pills at evil.example",
      business_name: "evil.example",
      message: "Buy pills at evil.example",
    });
    const [mail] = await site.sql`select * from mails`;
    expect(mail).toMatchObject({
      kind: "confirmation",
      recipient: "ana@example.com",
      subject: "We got your message",
      body: [{ text: "Thank you.\n\nWe answer soon." }],
    });
    expect(JSON.stringify({ ...mail, recipient: "" })).not.toContain("evil");
    const [company] =
      await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
    expect(mail?.reply_to).toBe(company?.setting_value);
    const sent = () => site.sql`select from mails where state = 'sent'`;
    await expect.poll(sent).toHaveLength(1);
    const [arrived] = (await site.outbox()).filter(
      ({ to }) => to?.[0]?.address === "ana@example.com",
    );
    expect(arrived?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-replied" }),
    );
  });

  test.each<[string, () => Promise<unknown>]>([
    ["it is switched off", () => set("confirmation_enabled", "false")],
    ["there are no words", () => set("confirmation_text", " \n")],
    [
      "a mail server said that there is no such mailbox",
      () => site.sql`insert into private.refused_addresses (digest)
        values (private.address_digest('ANA@example.com'))`,
    ],
  ])("gets none while %s", async (_, arrange) => {
    await arrange();
    await write("ana@example.com");
    expect(await confirmed()).toEqual([]);
    expect(await site.sql`select from contact_submissions`).toHaveLength(1);
  });

  test.each([
    ["filled the trap", { trap: "http://spam.example" }],
    ["sent it too fast", { filled_in_ms: 500 }],
  ])("gets none who %s", async (_, more) => {
    await write("ana@example.com", more);
    expect(await confirmed()).toEqual([]);
  });

  test("gets one an hour and three a day, in any spelling of the address", async () => {
    const anHourLater = () =>
      site.sql`update private.confirmations set queued_at = queued_at - interval '61 minutes'`;
    await write("ana.ruiz@gmail.com");
    for (const spelling of [
      "ANA.RUIZ@gmail.com",
      "ana.ruiz+shop@gmail.com",
      "anaruiz@googlemail.com",
    ])
      await write(spelling);
    await write("ben+one@example.com");
    await write("ben+two@example.com");
    expect(await confirmed()).toEqual(["ana.ruiz@gmail.com", "ben+one@example.com"]);
    for (const spelling of ["a.naruiz@gmail.com", "anaruiz@gmail.com", "anaruiz+x@gmail.com"]) {
      await anHourLater();
      await write(spelling);
    }
    expect((await confirmed()).slice(2)).toEqual(["a.naruiz@gmail.com", "anaruiz@gmail.com"]);
    await site.sql`update private.confirmations set queued_at = queued_at - interval '1 day'`;
    await write("anaruiz@gmail.com");
    expect(await confirmed()).toHaveLength(5);
  });

  test("gets one of two at once", async () => {
    await Promise.all([write("ana@example.com"), write("ana@example.com")]);
    expect(await confirmed()).toHaveLength(1);
  });

  test("gets none once 2,000 went out in a day, and the message is stored", async () => {
    await site.sql`insert into private.confirmations (digest)
      select private.mailbox_digest(n || '@example.com') from generate_series(1, 2000) as n`;
    await write("ana@example.com");
    expect(await confirmed()).toEqual([]);
    expect(await site.sql`select from contact_submissions`).toHaveLength(1);
  });
});

test("does not confirm leads that staff store", async () => {
  const row = { ...tables.contact_submissions.make(), email: "ana@example.com" };
  await (await site.admin()).from("contact_submissions").insert(row);
  await site.sql`insert into contact_submissions ${site.sql(row)}`;
  expect(await confirmed()).toEqual([]);
});
