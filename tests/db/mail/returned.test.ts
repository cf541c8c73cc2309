import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import {
  ANA,
  activityOf,
  arrives,
  asAdmin,
  lead,
  rowOf,
  sent,
  sql,
  withAnswers,
} from "./answer-steps.ts";

withAnswers();

const NO_USER = { recipient: ANA, status: "5.1.1", action: "failed", reason: "550 no such user" };
const bounce = (mail: string, more: Record<string, unknown> = {}) =>
  arrives({
    kind: "bounce",
    sender: "mailer-daemon@mail.example",
    references: [`mail-${mail}@example.com`],
    report: NO_USER,
    ...more,
  });
/** Its event in the activity: queued. */
const SENT = ["mail", "waiting"];
const mailOf = async (id: string) => (await sql`select * from mails where id = ${id}`)[0];
const writer = async () =>
  (await sql`select id from auth.users where email = ${people.admin.email}`)[0]?.id;
const isRefused = async () => (await sql`select from private.refused_addresses`).length === 1;
const reply = (of: string, anyway?: boolean) =>
  asAdmin(async (tx) => {
    const request = crypto.randomUUID();
    const [row] = anyway
      ? await tx`select reply_send(${of}, ${request}, 'Re', 'Hello', true) as reply`
      : await tx`select reply_send(${of}, ${request}, 'Re', 'Hello') as reply`;
    return row?.reply.id as string;
  });

describe("a reply that comes back", () => {
  test("has failed, with the server's reason, and its writer gets an email", async () => {
    const of = await lead({ name: "Ana Ruiz", status: "responded" });
    const mail = await sent(of, { created_by: await writer() });
    expect(await bounce(mail)).toMatchObject({ result: "stored", submission_id: of });
    expect(await mailOf(mail)).toMatchObject({
      state: "failed",
      sent_at: null,
      send_after: null,
      last_error: "5.1.1 550 no such user",
    });
    expect(await activityOf(of)).toEqual([SENT, ["mail", "bounced"]]);
    const [notice] = await sql`select * from mails where kind = 'returned'`;
    expect(notice).toMatchObject({
      recipient: people.admin.email,
      submission_id: of,
      subject: "Your reply to Ana Ruiz wasn't delivered",
      state: "waiting",
    });
    expect(JSON.stringify(notice?.body)).toContain("550 no such user");
    expect(await rowOf(of)).toMatchObject({ status: "responded", new_answer_at: null });
  });

  test("has failed, and a writer who left the team gets no email about the lead", async () => {
    const [left] = await sql`select id from auth.users where email = ${people.stranger.email}`;
    const mail = await sent(await lead(), { created_by: left?.id });
    await bounce(mail);
    expect(await mailOf(mail)).toMatchObject({ state: "failed" });
    expect(await sql`select from mails where kind = 'returned'`).toHaveLength(0);
  });

  test("is no error of sending: System doesn't show it as the last one", async () => {
    await bounce(await sent(await lead()));
    const [row] = await asAdmin((tx) => tx`select admin_system() as system`);
    expect(row?.system.mail.last_error).toBe(null);
  });

  test("counts once, and without a reason too", async () => {
    const of = await lead();
    const mail = await sent(of, { created_by: await writer() });
    await bounce(mail, { report: null });
    await bounce(mail);
    expect(await mailOf(mail)).toMatchObject({ state: "failed", last_error: "It bounced." });
    expect(await sql`select from mails where kind = 'returned'`).toHaveLength(1);
    expect(await activityOf(of)).toEqual([SENT, ["mail", "bounced"]]);
  });

  test("emails no one whose account is gone, nor about a lead in the trash", async () => {
    await bounce(await sent(await lead()));
    const trashed = await lead({ deleted_at: "2026-11-20T12:00:00Z" });
    await bounce(await sent(trashed, { created_by: await writer() }));
    expect(await sql`select from mails where kind = 'returned'`).toHaveLength(0);
  });

  test("makes another reply to the address ask first", async () => {
    const of = await lead();
    await bounce(await sent(of));
    expect(await isRefused()).toBe(true);
    await expect(reply(of)).rejects.toMatchObject({
      code: "PT428",
      message: `An earlier email to ${ANA} bounced.`,
    });
    await expect(reply(of, false)).rejects.toMatchObject({ code: "PT428" });
    const again = await reply(of, true);
    expect(await mailOf(again)).toMatchObject({ state: "waiting", recipient: ANA });
    // Once one arrives, nothing is asked any more.
    await sql`update mails set send_after = now() where id = ${again}`;
    const [row] = await sql`select queued_mail_claim() as mail`;
    await sql`select queued_mail_settle(${again}, ${row?.mail.attempt})`;
    expect(await isRefused()).toBe(false);
    await reply(of);
  });

  test.each(["bounce", "complaint"])("while it is being sent has been sent (%s)", async (kind) => {
    const of = await lead();
    const waiting = { state: "waiting", sent_at: null, send_after: "2020-01-01" };
    const mail = await sent(of, { ...waiting, created_by: await writer() });
    const [row] = await sql`select queued_mail_claim() as mail`;
    await bounce(mail, { kind });
    await sql`select queued_mail_settle(${mail}, ${row?.mail.attempt})`;
    const how = kind === "bounce" ? "bounced" : "complained";
    expect(await activityOf(of)).toEqual([SENT, ["mail", "sent"], ["mail", how]]);
    expect(await mailOf(mail)).toMatchObject({
      state: kind === "bounce" ? "failed" : "sent",
      send_after: null,
    });
    expect(await isRefused()).toBe(true);
    const notices = await sql`select from mails where kind = 'returned'`;
    expect(notices).toHaveLength(kind === "bounce" ? 1 : 0);
  });

  test("before it was first sent still waits", async () => {
    const of = await lead();
    const mail = await sent(of, { state: "waiting", sent_at: null, send_after: "2020-01-01" });
    await bounce(mail);
    expect(await mailOf(mail)).toMatchObject({ state: "waiting" });
    const [row] = await sql`select queued_mail_claim() as mail`;
    await sql`select queued_mail_settle(${mail}, ${row?.mail.attempt})`;
    expect(await mailOf(mail)).toMatchObject({ state: "sent" });
  });

  test("can be sent again", async () => {
    const mail = await sent(await lead());
    await bounce(mail);
    await asAdmin((tx) => tx`select reply_send_again(${mail})`);
    expect(await mailOf(mail)).toMatchObject({ state: "waiting" });
  });
});

test("a confirmation that comes back marks its address, and emails no one", async () => {
  const of = await lead();
  const mail = await sent(of, { kind: "confirmation" });
  await bounce(mail);
  expect(await mailOf(mail)).toMatchObject({ state: "failed" });
  expect(await isRefused()).toBe(true);
  expect(await sql`select from mails where kind = 'returned'`).toHaveLength(0);
});

test("a notice to the team that comes back is in its lead's activity", async () => {
  const of = await lead();
  const { submission_id } = await bounce("", { references: [`submission-${of}@example.com`] });
  expect(submission_id).toBe(of);
  expect(await activityOf(of)).toEqual([["notice", "bounced"]]);
  expect(await isRefused()).toBe(false);
});

test("a complaint marks the address, and leaves the email as sent", async () => {
  const of = await lead({ status: "responded" });
  const mail = await sent(of, { created_by: await writer() });
  await bounce(mail, { kind: "complaint", report: null });
  expect(await mailOf(mail)).toMatchObject({ state: "sent" });
  expect(await activityOf(of)).toEqual([SENT, ["mail", "complained"]]);
  expect(await isRefused()).toBe(true);
  expect(await rowOf(of)).toMatchObject({ status: "responded", new_answer_at: null });
});

test.each(["bounce", "complaint"])("a %s about something unknown is not stored", async (kind) => {
  const rows = async () =>
    (
      await sql`select (select count(*) from inbound_mails) as mails,
        (select count(*) from private.inbound_digests) as digests`
    )[0];
  const before = await rows();
  expect(await bounce(crypto.randomUUID(), { kind })).toEqual({ result: "ignored" });
  expect(await rows()).toEqual(before);
  expect(await isRefused()).toBe(false);
});

test("repeated complaints are one event", async () => {
  const of = await lead();
  const mail = await sent(of);
  for (let count = 0; count < 3; count += 1)
    await bounce(mail, { kind: "complaint", report: null });
  expect(await activityOf(of)).toEqual([SENT, ["mail", "complained"]]);
});
