import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { now } from "#tests/support/clock.ts";
import { HIDDEN, UNCHANGED } from "#tests/support/samples/odd-text.ts";
import { tables } from "#tests/tables/index.ts";
import { site, withSite } from "../steps.ts";
import { message, stored } from "./submission-rows.ts";

withSite();

describe("what a visitor sends", () => {
  test("is stored by the six columns of rule P-5 alone", async () => {
    const six = { ...tables.contact_submissions.make(), business_name: "Halfmoon", message: "Hi" };
    const { error } = await site.visitor().from("contact_submissions").insert(six);
    expect(error).toBeNull();
    const [row] = await site.sql`select * from contact_submissions where message = 'Hi'`;
    expect(row).toMatchObject({ ...six, status: "new", is_spam: false, mail_status: "pending" });
  });

  test.each(["visitor", "stranger"] as const)("can't be read back by a %s", async (who) => {
    const client = await site[who]();
    const { error, data } = await client.from("contact_submissions").insert(message()).select();
    expect([error?.code, data]).toEqual(["42501", null]);
  });

  test.each(["visitor", "stranger"] as const)(
    "says nothing about what is the database's, from a %s",
    async (who) => {
      const client = await site[who]();
      const id = randomUUID();
      const own = message({
        id,
        status: "closed",
        created_at: "2001-01-01T00:00:00Z",
        updated_at: "2001-01-01T00:00:00Z",
        is_spam: true,
        spam_reason: "marked by staff",
        mail_status: "sent",
        mail_attempts: 9,
        mail_last_error: "x",
        mail_next_attempt_at: null,
        mailed_at: "2001-01-01T00:00:00Z",
        new_answer_at: "infinity",
      });
      expect((await client.from("contact_submissions").insert(own)).error).toBeNull();
      const [row] = await stored(own.request_id);
      expect(row).toMatchObject({
        status: "new",
        is_spam: false,
        spam_reason: null,
        mail_status: "pending",
        mail_attempts: 0,
        mail_last_error: null,
        mailed_at: null,
        new_answer_at: null,
      });
      expect(row?.id).not.toBe(id);
      expect(now().getTime() - row?.created_at.getTime()).toBeLessThan(60_000);
      expect(row?.mail_next_attempt_at.getTime()).toBeGreaterThan(now().getTime());
    },
  );

  test("keeps the estimate of the pricing page", async () => {
    const estimate = {
      orders: 300,
      items: 1.5,
      cubic_feet: 40,
      returns: true,
      low: 440,
      high: 1820,
    };
    const sent = message({ estimate });
    expect((await site.visitor().from("contact_submissions").insert(sent)).error).toBeNull();
    expect(await stored(sent.request_id)).toMatchObject([{ estimate }]);
  });

  test("counts as sent when the request is repeated", async () => {
    const once = message();
    const visitor = site.visitor();
    const send = () => visitor.from("contact_submissions").insert(once);
    const together = await Promise.all([send(), send(), send(), send()]);
    const later = await send();
    expect([...together, later].map(({ error, status }) => [error, status])).toEqual(
      Array(5).fill([null, 201]),
    );
    expect(await stored(once.request_id)).toHaveLength(1);
  });

  test.each([
    [{ trap: "https://spam.example", filled_in_ms: 60_000 }, "trap filled", true],
    [{ trap: "x".repeat(10_000) }, "trap filled", true],
    [{ trap: "x", filled_in_ms: 800 }, "trap filled", true],
    [{ trap: "", filled_in_ms: 800 }, "too fast", false],
    [{ trap: "", filled_in_ms: 3000 }, null, false],
    [{ trap: null, filled_in_ms: null }, null, false],
    // What a client reports or omits about its time disables no other check.
    [{ trap: "x", filled_in_ms: null }, "trap filled", true],
  ])("with %j is kept, labelled %s, held back: %s", async (readings, reason, held) => {
    const sent = message(readings);
    expect((await site.visitor().from("contact_submissions").insert(sent)).error).toBeNull();
    const [row] = await stored(sent.request_id);
    expect([row?.is_spam, row?.spam_reason]).toEqual([held, reason]);
    expect(row?.mail_next_attempt_at === null).toBe(held);
  });

  test.each(HIDDEN)("%j is stored as %j", async (typed, visible) => {
    const sent = message({ name: typed, business_name: typed, platforms: [typed, "Etsy"] });
    const { error } = await site.visitor().from("contact_submissions").insert(sent);
    expect(error).toBeNull();
    expect(await stored(sent.request_id)).toMatchObject([
      { name: visible, business_name: visible, platforms: [visible, "Etsy"] },
    ]);
  });

  test("keeps emoji, every letter and the lines of its message", async () => {
    for (const text of UNCHANGED) {
      const name = text.replace(/\s+/g, " ");
      const sent = message({ name, message: `${text}\u2028end` });
      await site.visitor().from("contact_submissions").insert(sent);
      expect(await stored(sent.request_id)).toMatchObject([{ name, message: `${text}\nend` }]);
    }
  });

  test.each([
    ["half an emoji in the name", { name: "Ana \ud83d" }, "a character that can't be stored"],
    [
      "half an emoji in the business",
      { business_name: "\udd6f Wax" },
      "a character that can't be stored",
    ],
    ["NUL in the name", { name: "Ana \0" }, ""],
    ["a domain of 300 letters", { email: `ana@${"b".repeat(300)}.com` }, "valid email address"],
    ["a domain of 4,000 labels", { email: `ana@${"b.".repeat(4000)}com` }, "valid email address"],
    ["an address with a bidi control", { email: "ana@\u202Emoc.example" }, "valid email address"],
  ])("refuses %s with a sentence", async (_, odd, sentence) => {
    const answer = await site.visitor().from("contact_submissions").insert(message(odd));
    expect(answer.status).toBe(400);
    expect(answer.error?.message).toContain(sentence);
  });
});

describe("one request, one message", () => {
  const count = async () => {
    const [row] = await site.sql`select count(*)::int from contact_submissions`;
    return row?.count;
  };

  test.each(["visitor", "stranger"] as const)("two of a %s's are refused whole", async (who) => {
    const before = await count();
    const client = await site[who]();
    const answer = await client.from("contact_submissions").insert([message(), message()]);
    expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
      400,
      "22023",
      "Please send one message at a time.",
    ]);
    expect(await count()).toBe(before);
    expect((await client.from("contact_submissions").insert(message())).error).toBeNull();
  });

  test("checks at most two of 5,000, with one lock", async () => {
    const held = await site.sql.begin(async (tx) => {
      await tx`set local role anon`;
      const rows = Array.from({ length: 5000 }, () => message());
      const columns = Object.keys(message()).join(", ");
      const many = tx.savepoint((inner) =>
        inner.unsafe(
          `insert into contact_submissions (${columns})
           select ${columns} from json_populate_recordset(null::contact_submissions, $1::text::json)`,
          [JSON.stringify(rows)],
        ),
      );
      await expect(many).rejects.toThrow("Please send one message at a time.");
      // Nothing of it is stored. Then one message is stored, and a second statement is a second
      // message.
      await tx`insert into contact_submissions ${tx(message())}`;
      const second = tx.savepoint(
        (inner) => inner`insert into contact_submissions ${inner(message())}`,
      );
      await expect(second).rejects.toThrow("Please send one message at a time.");
      const [locks] = await tx`select count(*)::int from pg_locks
        where pid = pg_backend_pid() and locktype = 'advisory'`;
      return locks?.count;
    });
    expect(held).toBe(1);
  });

  test("staff restore many at once", async () => {
    const admin = await site.admin();
    const rows = [message(), message(), message()];
    expect((await admin.from("contact_submissions").insert(rows)).error).toBeNull();
  });
});
