import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { tables } from "#tests/tables/index.ts";

// A database without a server, which would send what is due by itself.
let url: string;
let sql: Sql;
beforeEach(async () => {
  url = await createTestDatabase(inject("clusterUrl"));
  sql = connect(url);
});
afterEach(async () => {
  await sql.end();
  await dropTestDatabase(url);
});

const TEXT = [{ text: "Hello" }];

async function owe(more: Record<string, unknown> = {}, body: unknown = TEXT): Promise<string> {
  const row = { kind: "reminder", recipient: "dana@example.com", subject: "Hello", ...more };
  const [mail] = await sql`insert into mails
    ${sql({ ...row, body: sql.json(body as never) })} returning id`;
  return mail?.id;
}
async function lead(more: object = {}): Promise<string> {
  const [row] = await sql`insert into contact_submissions
    ${sql({ ...tables.contact_submissions.make(), ...more })} returning id`;
  return row?.id;
}
interface Claim {
  id: string;
  attempt: number;
}
const claim = async (): Promise<Claim | null> => {
  const [row] = await sql`select queued_mail_claim() as mail`;
  return row?.mail;
};
const settle = (mail: Claim | null, error: string | null = null, noMailbox = false) =>
  sql`select queued_mail_settle(${mail?.id ?? null}, ${mail?.attempt ?? 0}, ${error}, ${noMailbox})`;
const makeDue = () => sql`update mails set send_after = now() where send_after is not null`;
const rowOf = async (id: string) => (await sql`select * from mails where id = ${id}`)[0];
const storyOf = async (id: string) =>
  (
    await sql`select details from lead_events
      where submission_id = ${id} and kind = 'mail' order by happened_at`
  ).map(({ details }) => [details.what, details.to, details.error]);

describe("a mail that is due", () => {
  test("goes to one of several that ask at once", async () => {
    const owed = await Promise.all(Array.from({ length: 5 }, () => owe()));
    const claims = await Promise.all(Array.from({ length: 12 }, claim));
    const held = claims.flatMap((mail) => (mail ? [mail.id] : []));
    expect(held.toSorted()).toEqual(owed.toSorted());
  });

  test("is held for five minutes, and is due again when its sender died", async () => {
    const id = await owe();
    expect((await claim())?.id).toBe(id);
    expect(await claim()).toBeNull();
    const [row] = await sql`select send_after > now() + interval '4 minutes' as held from mails`;
    expect(row?.held).toBe(true);
    await makeDue();
    expect(await claim()).toMatchObject({ id, attempt: 2, message_id: `mail-${id}` });
  });

  test("hears nothing of an attempt that lost its hold", async () => {
    const id = await owe();
    const first = await claim();
    await makeDue();
    const second = await claim();
    await settle(first, "too late");
    expect(await rowOf(id)).toMatchObject({ state: "waiting", last_error: null });
    await settle(second);
    await settle(first, "too late");
    expect(await rowOf(id)).toMatchObject({ state: "sent", send_after: null, last_error: null });
  });

  test("does not leave before its time", async () => {
    await owe({ send_after: new Date(Date.now() + 60_000) });
    expect(await claim()).toBeNull();
  });
});

describe("a mail that could not be sent", () => {
  test("waits longer each time, six hours at most, and is given up after two days", async () => {
    const id = await owe();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      await settle(await claim(), "busy");
      const [row] = await sql`
        select round(extract(epoch from send_after - now()) / 60)::int as wait from mails`;
      waits.push(row?.wait);
      await makeDue();
    }
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(waits.at(-1)).toBeNull();
    expect(await claim()).toBeNull();
    expect(await rowOf(id)).toMatchObject({ state: "failed", attempts: 16, last_error: "busy" });
  });

  test("for want of a mailbox is given up at once, and the address is known by its hash", async () => {
    const id = await owe({ recipient: "Gone@Example.com" });
    await settle(await claim(), "550 no such user", true);
    expect(await rowOf(id)).toMatchObject({ state: "failed", send_after: null });
    const known = async () => (await sql`select digest from private.refused_addresses`).length;
    expect(await known()).toBe(1);
    await owe({ recipient: "gone@example.com" });
    await settle(await claim());
    expect(await known()).toBe(0);
  });
});

describe("a mail about a lead", () => {
  test("is in its story, an answer from the beginning, and a failure once", async () => {
    const of = await lead();
    await owe({ kind: "reply", submission_id: of });
    for (const error of ["busy", "busy still", null]) {
      await settle(await claim(), error);
      await makeDue();
    }
    await owe({ kind: "reminder", submission_id: of });
    await settle(await claim());
    expect(await storyOf(of)).toEqual([
      ["reply", "waiting", undefined],
      ["reply", "failed", "busy"],
      ["reply", "sent", undefined],
      ["reminder", "sent", undefined],
    ]);
  });

  test("goes with it", async () => {
    const of = await lead();
    await owe({ submission_id: of });
    await sql`delete from contact_submissions where id = ${of}`;
    expect(await sql`select from mails`).toHaveLength(0);
  });

  test.each([
    ["lies in the trash", { deleted_at: new Date() }],
    ["counts as spam", { spam_reason: "too fast" }],
  ])("that %s does not leave, unless somebody wrote it", async (_, now) => {
    const of = await lead();
    await owe({ submission_id: of });
    const written = await owe({ kind: "reply", submission_id: of });
    await sql`update contact_submissions set ${sql(now)} where id = ${of}`;
    expect((await claim())?.id).toBe(written);
    expect(await claim()).toBeNull();
    expect(await sql`select from mails where kind <> 'reply'`).toHaveLength(0);
  });
});

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
  ])("with %s is refused", async (_, more, body) => {
    await expect(owe(more, body ?? TEXT)).rejects.toMatchObject({ code: "23514" });
  });

  test("may have every part there is", async () => {
    await owe({}, [
      { text: "Hello" },
      { note: "Small" },
      { quote: "Question" },
      { facts: [["Name", "Ana"]] },
      { links: [["Lead", "/admin/contact-manager?open=1"]] },
      { button: ["Open", "/admin"] },
    ]);
    expect(await sql`select from mails`).toHaveLength(1);
  });

  test("asked for twice is one", async () => {
    const request_id = crypto.randomUUID();
    await owe({ request_id });
    await expect(owe({ request_id })).rejects.toMatchObject({ code: "23505" });
  });

  test("is the last of ten thousand that wait", async () => {
    await sql`alter table mails disable trigger mails_are_bounded`;
    await sql`insert into mails (kind, recipient, subject, body)
      select 'reminder', 'dana@example.com', 'Hello', '[{"text": "Hello"}]'
      from generate_series(1, 10000)`;
    await sql`alter table mails enable trigger mails_are_bounded`;
    await expect(owe()).rejects.toMatchObject({
      ...{ code: "PT429", message: "Too many mails wait to be sent." },
    });
    await settle(await claim());
    await owe();
  });

  test("that is settled goes after a month, an answer stays", async () => {
    const old = {
      created_at: "2026-01-01",
      state: "sent",
      sent_at: "2026-01-01",
      send_after: null,
    };
    await owe({ ...old });
    const answer = await owe({ ...old, kind: "reply" });
    const fresh = await owe();
    await settle(await claim());
    const left = await sql`select id from mails`;
    expect(left.map(({ id }) => id).toSorted()).toEqual([answer, fresh].toSorted());
  });
});
