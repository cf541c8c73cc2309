import { describe, expect, test } from "vitest";
import { claim, queueMail, settle, sql, TEXT, withDatabase } from "./steps.ts";

withDatabase();

describe("a row", () => {
  test.each<[string, Record<string, unknown>, unknown?]>([
    ["an address that is two", { recipient: "a@example.com, b@example.com" }],
    ["an address with a line end", { reply_to: "a@example.com\r\nBcc: b@example.com" }],
    ["a subject of two lines", { subject: "Hello\r\nBcc: b@example.com" }],
    ["a name of two lines", { reply_to_name: "Dana\nBcc: b@example.com" }],
    ["a subject beyond measure", { subject: "x".repeat(201) }],
    ["no parts", {}, []],
    ["text alone", {}, "Hello"],
    ["a part of another kind", {}, [{ html: "<b>" }]],
    ["a part that is two", {}, [{ text: "a", note: "b" }]],
    ["a way to another site", {}, [{ button: ["Open", "https://evil.example"] }]],
    ["a way to another site, spelt short", {}, [{ links: [["Open", "//evil.example"]] }]],
    ["a fact without its value", {}, [{ facts: [["Name"]] }]],
    ["more than 64 KB", {}, [{ text: "x".repeat(70_000) }]],
  ])("refuses %s", async (_, more, body) => {
    await expect(queueMail(more, body ?? TEXT)).rejects.toMatchObject({ code: "23514" });
  });

  test("can have every kind of part", async () => {
    await queueMail({}, [
      { text: "Hello" },
      { note: "Small" },
      { quote: "Question" },
      { facts: [["Name", "Ana"]] },
      { links: [["Lead", "/admin/contact-manager?open=1"]] },
      { button: ["Open", "/admin"] },
    ]);
    expect(await sql`select from mails`).toHaveLength(1);
  });

  test("is stored once when requested twice", async () => {
    const request_id = crypto.randomUUID();
    await queueMail({ request_id });
    await expect(queueMail({ request_id })).rejects.toMatchObject({ code: "23505" });
  });

  test("is the last of ten thousand that wait", async () => {
    await sql`alter table mails disable trigger mails_are_bounded`;
    await sql`insert into mails (kind, recipient, subject, body)
      select 'reminder', 'dana@example.com', 'Hello', '[{"text": "Hello"}]'
      from generate_series(1, 10000)`;
    await sql`alter table mails enable trigger mails_are_bounded`;
    await expect(queueMail()).rejects.toMatchObject({
      code: "PT429",
      message: "Too many emails are waiting to be sent. Try again later.",
    });
    await settle(await claim());
    await queueMail();
  });

  test("is deleted a month after it is settled, unless it is a reply", async () => {
    const old = {
      created_at: "2026-01-01",
      state: "sent",
      sent_at: "2026-01-01",
      send_after: null,
    };
    await queueMail({ ...old });
    const answer = await queueMail({ ...old, kind: "reply" });
    const fresh = await queueMail();
    await settle(await claim());
    const left = await sql`select id from mails`;
    expect(left.map(({ id }) => id).toSorted()).toEqual([answer, fresh].toSorted());
  });
});
