import { describe, expect, test } from "vitest";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { people } from "#tests/support/people.ts";
import {
  ANA,
  activityOf,
  arrives,
  asAdmin,
  lead,
  replyAddress,
  rowOf,
  sent,
  sql,
  withAnswers,
} from "./answer-steps.ts";

withAnswers();

const leadOf = async (more: Record<string, unknown>) => (await arrives(more)).submission_id;

describe("an answer is matched", () => {
  test("by the signed address of its lead, whatever is around it", async () => {
    const of = await lead();
    const address = await replyAddress(of);
    expect(address).toMatch(/^reply\+[0-9a-f]{52}@example\.com$/);
    const token = address.slice("reply+".length, -"@example.com".length);
    for (const to of [
      address,
      address.toUpperCase(),
      `feed${token}@x.example`,
      `${token}00@y.example`,
    ])
      expect(await leadOf({ to: ["else@example.com", to] })).toBe(of);
  });

  test("not by a forged address", async () => {
    const [of, other] = [await lead(), await lead()];
    const token = (await replyAddress(of)).slice("reply+".length, -"@example.com".length);
    const id = of.replaceAll("-", "");
    for (const forged of [
      id,
      `${id}${"0".repeat(20)}`,
      `${other.replaceAll("-", "")}${token.slice(32)}`,
      token.slice(0, -1),
      `${"f".repeat(52)}`,
    ])
      expect(await leadOf({ to: [`reply+${forged}@example.com`] })).toBeUndefined();
  });

  test("by the Message-ID of a reply or a confirmation, the newest known one first", async () => {
    const [of, other] = [await lead(), await lead()];
    const reply = `mail-${await sent(of)}@example.com`;
    const confirmation = `mail-${await sent(other, { kind: "confirmation" })}@example.com`;
    expect(await leadOf({ references: [reply] })).toBe(of);
    expect(await leadOf({ references: [confirmation] })).toBe(other);
    expect(await leadOf({ references: [reply, confirmation, "unknown@x.example"] })).toBe(other);
    expect(await leadOf({ references: [`submission-${of}@example.com`] })).toBe(of);
  });

  test("by an earlier answer, and not by the ids of other emails", async () => {
    const of = await lead();
    await arrives({ to: [await replyAddress(of)], message_id: "first@mail.example" });
    expect(await leadOf({ references: ["first@mail.example"] })).toBe(of);
    const reminder = await sent(of, { kind: "reminder" });
    for (const id of [`mail-${reminder}@x`, `mail-${crypto.randomUUID()}@x`, `account-${of}@x`, of])
      expect(await leadOf({ references: [id] })).toBeUndefined();
  });

  test("never by its subject or its sender", async () => {
    await sent(await lead());
    expect(await leadOf({ subject: "Re: Your message", sender: ANA })).toBeUndefined();
  });
});

describe("an answer", () => {
  test.each([
    ["responded", null, "contacted"],
    ["closed", "lost", "contacted"],
    ["closed", null, "contacted"],
    ["closed", "won", "closed"],
    ["new", null, "new"],
    ["contacted", null, "contacted"],
  ])("of a lead that is %s (%s) makes it %s and new", async (status, outcome, after) => {
    const of = await lead({ status, outcome });
    const answer = await arrives({ to: [await replyAddress(of)] });
    expect(answer).toMatchObject({ result: "stored", submission_id: of });
    expect(await rowOf(of)).toMatchObject({
      status: after,
      outcome: outcome === "won" ? "won" : null,
      new_answer_at: expect.any(Date),
    });
    expect(await activityOf(of)).toContainEqual(["answer", "reply"]);
  });

  test("brings its lead back from the trash", async () => {
    const of = await lead({ deleted_at: "2026-11-20T12:00:00Z" });
    await arrives({ to: [await replyAddress(of)] });
    expect(await rowOf(of)).toMatchObject({ deleted_at: null, new_answer_at: expect.any(Date) });
  });

  test("leaves spam as it is", async () => {
    const of = await lead({ is_spam: true, spam_reason: "marked by staff", status: "closed" });
    const { result } = await arrives({ to: [await replyAddress(of)] });
    expect(result).toBe("stored");
    expect(await rowOf(of)).toMatchObject({ is_spam: true, status: "closed", new_answer_at: null });
  });

  test.each([
    ["an automatic reply", { kind: "auto_reply" }],
    ["a colleague", { sender: people.admin.email.toUpperCase() }],
  ])("by %s is stored and reopens nothing", async (_, more) => {
    const of = await lead({ status: "responded" });
    const { id = "" } = await arrives({ to: [await replyAddress(of)], ...more });
    expect(await rowOf(of)).toMatchObject({ status: "responded", new_answer_at: null });
    const [stored] = await sql`select is_from_team from inbound_mails where id = ${id}`;
    expect(stored?.is_from_team).toBe("sender" in more);
  });

  test("reopens its lead also when someone created an account with its address", async () => {
    const of = await lead({ status: "responded", email: people.stranger.email });
    await arrives({ to: [await replyAddress(of)], sender: people.stranger.email });
    expect(await rowOf(of)).toMatchObject({ status: "contacted", new_answer_at: expect.any(Date) });
  });

  test("is new since the first one, until someone deals with the lead", async () => {
    const of = await lead({ status: "responded" });
    const to = [await replyAddress(of)];
    await arrives({ to });
    const first = (await rowOf(of))?.new_answer_at;
    await arrives({ to });
    expect((await rowOf(of))?.new_answer_at).toEqual(first);
    // Its joined message changed its status, and the reply stayed new.
    const again = { status: "responded", new_answer_at: "2026-11-20T12:00:00Z" };
    await sql`update contact_submissions set ${sql(again)} where id = ${of}`;
    await arrives({ to });
    expect(await rowOf(of)).toMatchObject({
      status: "contacted",
      new_answer_at: new Date(again.new_answer_at),
    });
    await sql`update contact_submissions set status = 'closed' where id = ${of}`;
    expect((await rowOf(of))?.new_answer_at).toBeNull();
  });

  test("is no longer new once answered, and is again when the reply is undone", async () => {
    const of = await lead({ status: "responded" });
    await arrives({ to: [await replyAddress(of)], sender_name: "Ana R.", text: "How much?" });
    const before = await rowOf(of);
    const reply = await asAdmin(async (tx) => {
      const [row] =
        await tx`select reply_send(${of}, ${crypto.randomUUID()}, 'Re', 'Ten dollars.') as reply`;
      return row?.reply.id as string;
    });
    expect(await rowOf(of)).toMatchObject({ status: "responded", new_answer_at: null });
    const [mail] = await sql`select body from mails where id = ${reply}`;
    expect(mail?.body[1].note).toMatch(/^On .*, Ana R\. wrote:$/);
    expect(mail?.body[2]).toEqual({ quote: "How much?" });
    await asAdmin((tx) => tx`select reply_take_back(${reply})`);
    expect(await rowOf(of)).toMatchObject({
      status: "contacted",
      new_answer_at: before?.new_answer_at,
    });
  });

  test("is found by its words, as are replies, until it is gone", async () => {
    const of = await lead();
    const { id = "" } = await arrives({
      to: [await replyAddress(of)],
      text: "About the ZEBRAFISH.",
    });
    await sent(of, { body: sql.json([{ text: "Quokkas ship on Monday." }]) });
    const finds = (q: string) =>
      asAdmin(async (tx) => {
        const [row] = await tx`select lead_list(${tx.json({ q })}) as list`;
        return row?.list.total as number;
      });
    expect([await finds("zebrafish"), await finds("quokkas")]).toEqual([1, 1]);
    await sql`delete from inbound_mails where id = ${id}`;
    expect(await finds("zebrafish")).toBe(0);
  });

  test("joins the thread of the next reply", async () => {
    const of = await lead();
    const first = await sent(of);
    const to = [await replyAddress(of)];
    await arrives({ to, message_id: "one@mail.example" });
    await arrives({ to, message_id: null });
    await arrives({ to, kind: "auto_reply", message_id: "away@mail.example" });
    await sent(of, { state: "waiting", sent_at: null, send_after: "2020-01-01" });
    const [row] = await sql`select queued_mail_claim() as mail`;
    expect(row?.mail.references).toEqual([`mail-${first}`, "one@mail.example"]);
  });

  test("counts in the digest, the dashboard, the filter, and for open inboxes", async () => {
    const of = await lead({
      status: "closed",
      outcome: "won",
      name: "Ana Ruiz",
      created_at: "2026-01-05",
    });
    const list = (what: object) =>
      asAdmin(async (tx) => {
        const [row] = await tx`select lead_list(${tx.json(what as never)}) as list`;
        return row?.list;
      });
    const { newest } = await list({});
    await arrives({ to: [await replyAddress(of)] });
    await lead({ name: "Ben", status: "contacted" });
    expect(await list({ arrived_after: newest })).toMatchObject({ total: 2, answered: 1 });
    expect(await list({ arrived_after: (await list({})).newest })).toMatchObject({ total: 0 });
    expect(await list({ show: "new-answer" })).toMatchObject({ total: 1, rows: [{ id: of }] });
    const [counted] = await asAdmin(
      (tx) => tx`select lead_new_count() as fresh, admin_dashboard() as figures`,
    );
    expect(counted).toMatchObject({ fresh: 1, figures: { new_answers: 1, unmatched_mails: 0 } });
    await sql`insert into site_settings (setting_key, setting_value)
      values ('contact_email', 'office@example.com')
      on conflict (setting_key) do update set setting_value = excluded.setting_value`;
    await sql`update admins set created_at = '2020-01-01'`;
    await sql`select private.send_digests('2099-01-12T16:00:00Z')`;
    const digests = await sql`select subject, body::text from mails where kind = 'digest'`;
    expect(digests[0]).toMatchObject({ subject: "1 new reply" });
    expect(digests[0]?.body).toContain("show=new-answer");
  });
});

describe("an email is stored once", () => {
  test("however it comes, also after it was deleted", async () => {
    const digest = "ab".repeat(32);
    const { id = "" } = await arrives({ digest });
    expect(await arrives({ digest })).toEqual({ result: "known" });
    await sql`delete from inbound_mails where id = ${id}`;
    expect(await arrives({ digest })).toEqual({ result: "known" });
    expect(await sql`select from inbound_mails`).toHaveLength(0);
    await sql`delete from private.inbound_digests`;
  });

  test("at once by two processes", async () => {
    const mail = { digest: "cd".repeat(32) };
    const answers = await Promise.all([arrives(mail), arrives(mail), arrives(mail)]);
    expect(answers.map(({ result }) => result).toSorted()).toEqual(["known", "known", "stored"]);
  });

  test.each(["mail", "submission", "waiting", "notice", "account", "test"])(
    "and not at all if it is our own (%s)",
    async (kind) => {
      const message_id = `${kind}-${crypto.randomUUID()}@example.com`;
      expect(await arrives({ message_id })).toEqual({ result: "ignored" });
    },
  );
});

describe("emails are bounded", () => {
  const fill = (count: number, more: object) => sql`
    insert into inbound_mails (kind, sender, submission_id, arrived_at)
    select 'reply', coalesce(${"sender" in more ? String(more.sender) : null}, 'a' || n || '@example.com'),
      ${"lead" in more ? String(more.lead) : null}, now() - ${"age" in more ? String(more.age) : "0"}::interval
    from generate_series(1, ${count}::int) as n`;

  test("to 2,000 that belong to no lead", async () => {
    await fill(2000, {});
    const mail = { digest: "ef".repeat(32) };
    expect(await arrives(mail)).toEqual({ result: "full" });
    expect(await arrives({ to: [await replyAddress(await lead())] })).toMatchObject({
      result: "stored",
    });
    await sql`update inbound_mails set dismissed_at = now() where sender = 'a1@example.com'`;
    // It was refused, not forgotten: the next try stores it.
    expect(await arrives(mail)).toMatchObject({ result: "stored" });
  });

  test("to 50 a day by one sender that belong to no lead", async () => {
    const sender = "bot@spam.example";
    await fill(50, { sender: sender.toUpperCase() });
    expect(await arrives({ sender })).toEqual({ result: "full" });
    expect(await arrives({ sender: "other@spam.example" })).toMatchObject({ result: "stored" });
    await sql`update inbound_mails set arrived_at = arrived_at - interval '25 hours'`;
    expect(await arrives({ sender })).toMatchObject({ result: "stored" });
  });

  test("to 1,000 of a lead", async () => {
    const of = await lead();
    await fill(1000, { lead: of });
    expect(await arrives({ to: [await replyAddress(of)] })).toEqual({ result: "full" });
  });

  const files = (...sizes: (number | null)[]) =>
    sizes.map((size, place) => ({
      name: `${place}.txt`,
      type: "text/plain",
      size: size ?? 60_000_000,
      content: size === null ? null : Buffer.alloc(size, "x").toString("base64"),
    }));
  const stored = async (id = "") => (await sql`select * from inbound_mails where id = ${id}`)[0];

  test("in what searching them costs, however many numbers they hold", async () => {
    const of = await lead();
    const to = [await replyAddress(of)];
    const text = Array.from({ length: 750 }, (_, n) => `555 ${1_000_000 + n}.`).join("x");
    await sql.begin(async (tx) => {
      // Without the triggers, which read all of them again for each.
      await tx`set local session_replication_role = replica`;
      await tx`insert into inbound_mails (submission_id, kind, sender, body_text)
        select ${of}, 'reply', ${ANA}, replace(${text}, '555', (100 + n)::text) from generate_series(1, 60) as n`;
    });
    const stored = await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '8s'`;
      return mailArrives(tx as unknown as typeof sql, { to, text: "One more" });
    });
    expect(stored).toMatchObject({ result: "stored", submission_id: of });
  });

  test("in what searching them stores, also of letters that are spelled out as many", async () => {
    const of = await lead({ name: "Bo", message: null });
    const stored = async () => (await rowOf(of))?.search_text.length;
    const before = await stored();
    await arrives({ to: [await replyAddress(of)], text: "\ufdfa".repeat(10_000) });
    const around = " Ana Ruiz ana@halfmoon.example Re: Your message ".length;
    expect((await stored()) - before).toBeLessThanOrEqual(10_000 + around);
    expect((await stored()) - before).toBeGreaterThan(9_000);
  });

  test("and their attachments are stored, except too large ones", async () => {
    const of = await lead();
    const attachments = files(null, 3);
    const mail = await stored((await arrives({ to: [await replyAddress(of)], attachments })).id);
    expect(mail).toMatchObject({
      is_cut: true,
      attachments: [
        { name: "0.txt", type: "text/plain", size: 60_000_000 },
        { id: expect.any(String), name: "1.txt", type: "text/plain", size: 3 },
      ],
    });
    expect(mail?.attachments[0]).not.toHaveProperty("id");
    const [read] = await asAdmin(
      (tx) => tx`select inbound_attachment(${mail?.attachments[1].id}) as file`,
    );
    expect(read?.file).toEqual({ size: 3, content: "eHh4" });
  });

  test("and a large attachment is read in pieces", async () => {
    const of = await lead();
    const attachments = files(4_000_000);
    const mail = await stored((await arrives({ to: [await replyAddress(of)], attachments })).id);
    const piece = async (start: number) => {
      const [read] = await asAdmin(
        (tx) => tx`select inbound_attachment(${mail?.attachments[0].id}, ${start}) as file`,
      );
      return Buffer.from(read?.file.content, "base64").length;
    };
    expect([await piece(0), await piece(3 * 1024 * 1024), await piece(4_000_000)]).toEqual([
      3 * 1024 * 1024,
      4_000_000 - 3 * 1024 * 1024,
      0,
    ]);
  });

  test("and their attachments are bounded to 200 MB of a lead, or of all without one", async () => {
    const of = await lead();
    const to = [await replyAddress(of)];
    const MOST = 200 * 1024 * 1024;
    for (const [more, id] of [
      [{ to }, (await arrives({ to })).id],
      [{}, (await arrives()).id],
    ] as const) {
      await sql`insert into private.inbound_files (mail_id, size, content) values (${id ?? null}, ${MOST - 5}, '')`;
      const mail = await stored((await arrives({ ...more, attachments: files(4, 2) })).id);
      expect(mail?.is_cut).toBe(true);
      expect(mail?.attachments.map((file: object) => "id" in file)).toEqual([true, false]);
    }
  });
});
