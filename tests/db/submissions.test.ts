import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { HIDDEN, KEPT } from "#tests/support/odd-text.ts";
import { tables } from "#tests/tables/index.ts";

let site: TestBackend;
beforeAll(async () => {
  site = await openTestBackend();
});
afterAll(() => site.close());

const message = (more: object = {}) => ({
  ...tables.contact_submissions.make(),
  request_id: randomUUID(),
  ...more,
});

const stored = async (requestId: string) => {
  const rows = await site.sql`select * from contact_submissions where request_id = ${requestId}`;
  return rows;
};

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
      });
      expect(row?.id).not.toBe(id);
      expect(Date.now() - row?.created_at.getTime()).toBeLessThan(60_000);
      expect(row?.mail_next_attempt_at.getTime()).toBeGreaterThan(Date.now());
    },
  );

  test("keeps what was reckoned on the pricing page", async () => {
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

  test("counts as sent however often the request is repeated", async () => {
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
    for (const text of KEPT) {
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
  ])("with %s is refused in a sentence, not a failure", async (_, odd, sentence) => {
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

  test("of 5,000 the second is the last that is looked at, and one lock is taken", async () => {
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
      // Nothing of it is left; then one is stored, and a second statement is a second message.
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

describe("staff", () => {
  test("'not spam' makes the mail due; 'spam' holds it back", async () => {
    const sent = message({ trap: "x" });
    await site.visitor().from("contact_submissions").insert(sent);
    const admin = await site.admin();
    const mark = (is_spam: boolean) =>
      admin.from("contact_submissions").update({ is_spam }).eq("request_id", sent.request_id);

    await mark(false);
    const [cleared] = await stored(sent.request_id);
    expect(cleared?.spam_reason).toBeNull();
    expect(cleared?.mail_next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());

    await mark(true);
    const [held] = await stored(sent.request_id);
    expect([held?.spam_reason, held?.mail_next_attempt_at]).toEqual(["marked by staff", null]);
  });

  test("'not spam' takes the label off one that was mailed all the same", async () => {
    const sent = message({ filled_in_ms: 100 });
    await site.visitor().from("contact_submissions").insert(sent);
    const [before] = await stored(sent.request_id);
    const admin = await site.admin();
    await admin
      .from("contact_submissions")
      .update({ is_spam: false })
      .eq("request_id", sent.request_id);
    const [after] = await stored(sent.request_id);
    expect([before?.spam_reason, after?.spam_reason]).toEqual(["too fast", null]);
    expect(after?.mail_next_attempt_at).toEqual(before?.mail_next_attempt_at);
  });

  test("a save on top of someone else's touches nothing", async () => {
    const admin = await site.admin();
    const [row] = (await admin.from("contact_submissions").select().limit(1)).data ?? [];
    const save = (status: string) =>
      admin
        .from("contact_submissions")
        .update({ status })
        .eq("id", row.id)
        .eq("updated_at", row.updated_at)
        .select();
    expect((await save("contacted")).data).toHaveLength(1);
    expect((await save("closed")).data).toEqual([]);
  });

  test("a retried mail does not make a person's save stale", async () => {
    const sent = message();
    await site.visitor().from("contact_submissions").insert(sent);
    const [before] = await stored(sent.request_id);
    await site.sql`select mail_claim(${sent.request_id})`;
    await site.sql`select mail_failed(${before?.id}, 'busy')`;
    const [after] = await stored(sent.request_id);
    expect(after?.mail_status).toBe("failed");
    expect(after?.updated_at).toEqual(before?.updated_at);
  });

  test("a note is signed by who is signed in, whatever it claims", async () => {
    const admin = await site.admin();
    const [row] = await site.sql`select id from contact_submissions limit 1`;
    const { data } = await admin
      .from("submission_notes")
      .insert({ submission_id: row?.id, body: "Called.", author_email: "boss@example.com" })
      .select();
    const note = data?.[0];
    expect(note.author_email).toBe("admin@example.com");
    await admin
      .from("submission_notes")
      .update({ author_email: "x@example.com" })
      .eq("id", note.id);
    const [kept] = await site.sql`select author_email from submission_notes where id = ${note.id}`;
    expect(kept?.author_email).toBe("admin@example.com");
  });
});

describe("the mail", () => {
  const claim = async (requestId: string) => {
    const [row] = await site.sql`select mail_claim(${requestId}) as claim`;
    return row?.claim;
  };
  const due = async () => {
    const [row] = await site.sql`select mail_due() as mails`;
    return row?.mails.map((mail: { id: string }) => mail.id);
  };
  const arrive = async () => {
    const sent = message();
    await site.visitor().from("contact_submissions").insert(sent);
    const [row] = await stored(sent.request_id);
    return { id: row?.id as string, requestId: sent.request_id };
  };
  const overdue = (id: string) =>
    site.sql`update contact_submissions set mail_next_attempt_at = now() where id = ${id}`;

  test("is in one hand at a time, also when both senders ask at once", async () => {
    const { id, requestId } = await arrive();
    await overdue(id);
    const [first, second, third] = await Promise.all([claim(requestId), due(), due()]);
    const holders = [first.state === "claimed", second.includes(id), third.includes(id)];
    expect(holders.filter(Boolean)).toHaveLength(1);
    expect((await claim(requestId)).state).toBe("settled");
    expect(await due()).not.toContain(id);
  });

  test("is due again when its sender died", async () => {
    const { id, requestId } = await arrive();
    await claim(requestId);
    const [held] = await stored(requestId);
    const minutes = (held?.mail_next_attempt_at - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(5);
    await overdue(id);
    expect(await due()).toContain(id);
  });

  test("waits for the browser's own request before the server tries", async () => {
    const { id } = await arrive();
    expect(await due()).not.toContain(id);
  });

  test("waits longer after each failure, then gives up, and says so", async () => {
    const { id, requestId } = await arrive();
    const waits: (number | null)[] = [];
    await claim(requestId);
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      await site.sql`select mail_failed(${id}, 'no route to host')`;
      const [row] = await stored(requestId);
      const next = row?.mail_next_attempt_at;
      waits.push(next && Math.round((next - Date.now()) / 60_000));
      await site.sql`update contact_submissions set mail_attempts = mail_attempts + 1 where id = ${id}`;
    }
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(waits.at(-1)).toBeNull();
    const [row] = await stored(requestId);
    expect([row?.mail_status, row?.mail_last_error]).toEqual(["failed", "no route to host"]);

    const { error } = await (await site.admin()).rpc("resend_submission_mail", {
      submission_id: id,
    });
    expect(error).toBeNull();
    expect((await claim(requestId)).state).toBe("claimed");
  });

  test("once sent, is never due again", async () => {
    const { id, requestId } = await arrive();
    await claim(requestId);
    await site.sql`select mail_done(${id})`;
    await site.sql`select mail_failed(${id}, 'late news')`;
    const [row] = await stored(requestId);
    expect([row?.mail_status, row?.mail_last_error]).toEqual(["sent", null]);
    expect((await claim(requestId)).state).toBe("settled");
  });

  test("goes where Site Settings says, and says what was stored", async () => {
    const { requestId } = await arrive();
    const { mail } = await claim(requestId);
    expect(mail).toMatchObject({ ...tables.contact_submissions.make(), message: null });
    const [setting] =
      await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
    expect(mail.recipients).toEqual([setting?.setting_value]);
  });

  test("of spam, or of nothing stored, is not handed out", async () => {
    const spam = message({ trap: "x" });
    await site.visitor().from("contact_submissions").insert(spam);
    expect((await claim(spam.request_id)).state).toBe("settled");
    expect((await claim(randomUUID())).state).toBe("unknown");
  });
});
