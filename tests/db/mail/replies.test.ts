import { beforeEach, describe, expect, test } from "vitest";
import { now } from "#tests/support/clock.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();
beforeEach(() => site.sql`delete from contact_submissions`);

async function lead(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null, ...more };
  const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
  return stored?.id;
}
const send = (
  of: string,
  more: { request?: string; subject?: string; message?: string; anyway?: boolean } = {},
) =>
  admin.rpc("reply_send", {
    lead: of,
    request: crypto.randomUUID(),
    subject: "Re: Your message",
    message: "Hi Ana",
    ...more,
  });
/** Sends one, and delays it so that nothing leaves during a test. */
async function sent(of: string, more = {}): Promise<string> {
  const { data } = await send(of, more).throwOnError();
  await site.sql`update mails set send_after = now() + interval '1 hour' where id = ${data.id}`;
  return data.id;
}
const mails = () => site.sql`select * from mails order by created_at`;
const statusOf = async (id: string) =>
  (await site.sql`select status from contact_submissions where id = ${id}`)[0]?.status;
const activityOf = async (id: string) =>
  (
    await site.sql`select kind, actor_name, details from lead_events
      where submission_id = ${id} and kind in ('mail', 'status') order by happened_at, kind`
  ).map(({ kind, actor_name, details }) => [kind, details.to, actor_name]);

describe("a reply", () => {
  test("is a row to the lead, with the writer as reply address, and the message quoted", async () => {
    const of = await lead({
      name: "Ana Ruiz",
      email: "ana@example.com",
      message: "How much?\nAnd when?",
      created_at: "2026-11-05T03:00:00Z",
    });
    await sent(of, { message: "  Hi Ana,\r\n\r\nten dollars.  \n" });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      kind: "reply",
      recipient: "ana@example.com",
      state: "waiting",
      status_before: "new",
      reply_to: people.admin.email,
      subject: "Re: Your message",
      body: [
        { text: "Hi Ana,\n\nten dollars." },
        // The date in the company's time zone.
        { note: "On November 4, 2026, Ana Ruiz wrote:" },
        { quote: "How much?\nAnd when?" },
      ],
    });
    expect(await statusOf(of)).toBe("responded");
    const [who] = await site.sql`select private.name_of(created_by) as name from mails`;
    expect(await activityOf(of)).toEqual([
      ["mail", "waiting", who?.name],
      ["status", "responded", who?.name],
    ]);
  });

  test("is stored once when requested twice at once", async () => {
    const of = await lead();
    const request = crypto.randomUUID();
    const answers = await Promise.all([send(of, { request }), send(of, { request })]);
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test("can't add a header", async () => {
    const of = await lead();
    await sent(of, { subject: "Hello\r\nBcc: all@example.com\u2028X: y" });
    expect((await mails())[0]?.subject).toBe("Hello Bcc: all@example.com X: y");
  });

  test.each<[string, object, object, "trashed" | "spam" | "text" | "subject"]>([
    ["in the trash", { deleted_at: now() }, {}, "trashed"],
    ["that counts as spam", { spam_reason: "too fast" }, {}, "spam"],
    ["without a text", {}, { message: " \n " }, "text"],
    ["that is too long", {}, { message: "x".repeat(10_001) }, "text"],
    ["without a subject", {}, { subject: "\r\n" }, "subject"],
    ["under a subject that is too long", {}, { subject: "x".repeat(201) }, "subject"],
  ])("refuses %s with a message, and changes nothing", async (_, state, more, why) => {
    const words = {
      trashed: "This lead is in the trash. Restore it to reply.",
      spam: "This lead is marked as spam. Mark it as not spam to reply.",
      text: "Please enter a reply of at most 10,000 characters.",
      subject: "Please enter a subject of at most 200 characters.",
    };
    const of = await lead(state);
    const { error } = await send(of, more);
    expect(error?.message).toBe(words[why]);
    expect(await mails()).toHaveLength(0);
    expect(await statusOf(of)).toBe("new");
  });

  test("asks before another email to an address from which one came back", async () => {
    const of = await lead({ email: "Ana@example.com" });
    await site.sql`insert into private.refused_addresses (digest)
      values (private.address_digest('ana@example.com')) on conflict do nothing`;
    const { error } = await send(of);
    expect(error).toMatchObject({
      code: "PT428",
      message: "An earlier email to Ana@example.com bounced.",
    });
    expect(await mails()).toHaveLength(0);
    expect(await statusOf(of)).toBe("new");
    await sent(of, { anyway: true });
    expect(await mails()).toHaveLength(1);
    await site.sql`delete from private.refused_addresses`;
  });

  test("reports a deleted lead", async () => {
    const { error } = await send(crypto.randomUUID());
    expect(error?.message).toBe("This lead no longer exists.");
  });
});

describe("canceling", () => {
  test("gives the words and the status back", async () => {
    const of = await lead({ status: "contacted" });
    const reply = await sent(of);
    const { data } = await admin.rpc("reply_take_back", { reply }).throwOnError();
    expect(data).toEqual({ subject: "Re: Your message", message: "Hi Ana" });
    expect(await mails()).toHaveLength(0);
    expect(await statusOf(of)).toBe("contacted");
    expect((await activityOf(of)).map(([kind, to]) => [kind, to])).toEqual([
      ["mail", "waiting"],
      ["status", "responded"],
      ["mail", "taken_back"],
      ["status", "contacted"],
    ]);
  });

  test("gives a closed lead its outcome and times back", async () => {
    const of = await lead();
    const outcome = { status: "closed", outcome: "won", outcome_value: 2_500 };
    await admin.from("contact_submissions").update(outcome).eq("id", of).throwOnError();
    const row = async () =>
      (
        await site.sql`select status, outcome, outcome_value, answered_at, closed_at
        from contact_submissions where id = ${of}`
      )[0];
    const before = await row();
    const reply = await sent(of);
    expect(await row()).toMatchObject({ status: "responded", outcome: null });
    await admin.rpc("reply_take_back", { reply }).throwOnError();
    expect(await row()).toEqual(before);
  });

  test("keeps a status set by someone else", async () => {
    const of = await lead();
    const reply = await sent(of);
    await admin
      .from("contact_submissions")
      .update({ status: "closed" })
      .eq("id", of)
      .throwOnError();
    await admin.rpc("reply_take_back", { reply }).throwOnError();
    expect(await statusOf(of)).toBe("closed");
  });

  test("is refused once a sender has it", async () => {
    const reply = await sent(await lead());
    await site.sql`update mails set attempts = 1, send_after = now() + interval '5 minutes'`;
    const { error } = await admin.rpc("reply_take_back", { reply });
    expect(error?.message).toBe("This reply was already sent.");
    expect(await mails()).toHaveLength(1);
  });
});

describe("another try", () => {
  test("makes it due, and sends an event", async () => {
    const of = await lead();
    const reply = await sent(of);
    await site.sql`update mails set state = 'failed', attempts = 16, send_after = null`;
    await admin.rpc("reply_send_again", { reply }).throwOnError();
    expect(await activityOf(of)).toContainEqual(["mail", "again", expect.anything()]);
    const [mail] = await mails();
    expect(["waiting", "sent"]).toContain(mail?.state);
  });

  test("is refused while a sender has it, to avoid sending twice", async () => {
    const reply = await sent(await lead());
    await site.sql`update mails set state = 'failed', attempts = 2,
      held_until = now() + interval '5 minutes', send_after = now() + interval '5 minutes'`;
    const { error } = await admin.rpc("reply_send_again", { reply });
    expect(error?.message).toBe("This reply is being sent or was already sent.");
  });
});

test("refuses strangers to read, send or cancel any", async () => {
  const stranger = await site.stranger();
  const of = await lead();
  const reply = await sent(of);
  expect((await stranger.from("mails").select()).data).toEqual([]);
  for (const { error } of [
    await stranger.rpc("reply_take_back", { reply }),
    await stranger.rpc("reply_send_again", { reply }),
    await stranger.rpc("reply_send", {
      lead: of,
      request: crypto.randomUUID(),
      subject: "Re",
      message: "Hi",
    }),
  ])
    expect(error?.code).toBe("42501");
  expect(await mails()).toHaveLength(1);
});
