import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { email } from "#tests/support/mail/arrived/clients.ts";
import { fakeSmtp } from "#tests/support/mail/smtp.ts";
import { tables } from "#tests/tables/index.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const MB = 1024 * 1024;
let smtp: Awaited<ReturnType<typeof fakeSmtp>>;
let site: TestBackend;
beforeAll(async () => {
  smtp = await fakeSmtp();
  site = await openTestBackend({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Evergreen <hello@example.com>",
    REPLY_ADDRESS: "reply+*@example.com",
    INBOUND_SECRET: SECRET,
  });
});
afterAll(async () => {
  await site.close();
  smtp.server.close();
});

async function post(raw: Uint8Array, secret = SECRET) {
  const response = await site.backend.receiveMail(
    new Request("http://site.test/inbound/mail", {
      method: "POST",
      body: raw as Uint8Array<ArrayBuffer>,
      headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
    }),
    { clientAddress: "203.0.113.7", requestId: "test" },
  );
  return { status: response.status, body: await response.json() };
}

async function makeLead() {
  const form = { request_id: randomUUID(), ...tables.contact_submissions.make() };
  const { error } = await site.visitor().from("contact_submissions").insert(form);
  if (error) throw error;
  const [lead] = await site.sql`select id from contact_submissions
    where request_id = ${form.request_id}`;
  return lead?.id as string;
}

/** Sends a reply to the lead. @returns it as it left */
async function sendReply(lead: string): Promise<string> {
  const [mail] = await site.sql`insert into mails (kind, submission_id, recipient, reply_to,
      reply_to_name, subject, body)
    values ('reply', ${lead}, 'ana@example.org', 'dana@example.com', 'Dana Ortiz', 'Your request',
      '[{"text": "Would Tuesday work?"}]') returning id`;
  const sent = () => smtp.messages.find((message) => message.includes(`<mail-${mail?.id}@`));
  return vi.waitFor(() => sent() ?? Promise.reject(new Error("not sent")));
}
const headerOf = (message: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\r\n )*)\r$`, "im").exec(message)?.[1]?.replace(/\r\n/g, "") ?? "";
const arrivedFor = (lead: string) =>
  site.sql`select * from inbound_mails where submission_id = ${lead} order by arrived_at`;

const answerTo = (message: string, to = "hello@example.com", text = "Tuesday works.") =>
  email(`From: Ana Ruiz <ana@example.org>
To: ${to}
Message-ID: <${randomUUID()}@example.org>
In-Reply-To: ${headerOf(message, "Message-ID")}
References: ${headerOf(message, "Message-ID")}
Subject: Re: Your request

${text}
`);

test("an answer to a reply is stored with its lead, once, and the next reply is in its thread", async () => {
  const lead = await makeLead();
  const reply = await sendReply(lead);
  const address = /<(reply\+[0-9a-f]{52}@example\.com)>/.exec(headerOf(reply, "Reply-To"))?.[1];
  expect(headerOf(reply, "Reply-To")).toBe(`Dana Ortiz <${address}>`);
  expect(headerOf(reply, "References")).toBe("");

  const answer = answerTo(reply);
  expect(await post(answer)).toEqual({
    status: 200,
    body: { success: true, error: null, result: "stored" },
  });
  expect((await post(answer)).body.result).toBe("known");
  expect(await arrivedFor(lead)).toMatchObject([
    { kind: "reply", sender: "ana@example.org", body_text: "Tuesday works." },
  ]);

  const next = await sendReply(lead);
  const answered = headerOf(new TextDecoder().decode(answer), "Message-ID");
  expect(headerOf(next, "In-Reply-To")).toBe(answered);
  expect(headerOf(next, "References")).toBe(`${headerOf(reply, "Message-ID")} ${answered}`);
});

test("an answer without our Message-ID is found by the lead's address", async () => {
  const lead = await makeLead();
  const reply = await sendReply(lead);
  const text = answerTo("Message-ID: <changed@provider.test>\r", headerOf(reply, "Reply-To"));
  expect((await post(text)).body.result).toBe("stored");
  expect(await arrivedFor(lead)).toHaveLength(1);
});

test("the site's own email is not an answer", async () => {
  const reply = await sendReply(await makeLead());
  const raw = new TextEncoder().encode(reply);
  expect((await post(raw)).body.result).toBe("ignored");
});

test("a test email that comes back shows what the mailbox found", async () => {
  const admin = await site.admin();
  const { data } = await admin.functions.invoke("admin-test-mail", { body: { to: "answers" } });
  expect(data).toMatchObject({ success: true, to: "reply+test@example.com" });
  const { test: id } = data;
  const headers = async () => (await admin.rpc("inbound_test", { test: id }).throwOnError()).data;
  expect(await headers()).toBe(null);
  const left = smtp.messages.find((message) => message.includes(`<test-${id}@`)) ?? "";
  const found = "Authentication-Results: mx.example.com; spf=pass smtp.mailfrom=example.com";
  expect((await post(new TextEncoder().encode(`${found}\r\n${left}`))).body.result).toBe("ignored");
  expect(await headers()).toContain(found);
  const other = await admin.rpc("inbound_test", { test: randomUUID() }).throwOnError();
  expect(other.data).toBe(null);
});

test("a start records where answers arrive, and one without the settings that they don't", async () => {
  const admin = await site.admin();
  const state = async () => (await admin.rpc("inbound_state").throwOnError()).data;
  await site.sql`update private.inbound_mailbox set error = 'away', arrived_at = now()`;
  expect(await state()).toMatchObject({ on: true, address: "reply+*@example.com", error: "away" });
  const start = (inbound: typeof site.env.inbound) =>
    prepareDatabase(site.env.databaseUrl ?? "", { ...site.env, inbound }, createLog("silent"));
  await start({ replyAddress: undefined, secret: undefined, imapUrl: undefined });
  expect(await state()).toMatchObject({ on: false, address: null, error: null });
  await start(site.env.inbound);
  expect(await state()).toMatchObject({ on: true, address: "reply+*@example.com" });
});

test("a start without a mailbox forgets why the earlier one couldn't be read", async () => {
  const error = async () => (await site.sql`select error from private.inbound_mailbox`)[0]?.error;
  const start = (imapUrl: string | undefined) => {
    const env = { ...site.env, inbound: { ...site.env.inbound, imapUrl } };
    return prepareDatabase(site.env.databaseUrl ?? "", env, createLog("silent"));
  };
  await site.sql`update private.inbound_mailbox set error = 'away'`;
  await start("imaps://reply:secret@imap.example.com");
  expect(await error()).toBe("away");
  await start(undefined);
  expect(await error()).toBe(null);
});

test("stores what a hostile email contains, which PostgreSQL couldn't", async () => {
  const lead = await makeLead();
  const reply = await sendReply(lead);
  const html = answerTo(reply, "hello@example.com", "<p>\0\x01\ud800Hi</p>\u202e");
  expect((await post(html)).body.result).toBe("stored");
  expect(await arrivedFor(lead)).toMatchObject([{ body_text: "<p>\uFFFDHi</p>\u202e" }]);
});

test("stores 10 MB of attachments, the most that it takes", async () => {
  const lead = await makeLead();
  const head = new TextDecoder().decode(answerTo(await sendReply(lead))).split("\r\n\r\n", 1);
  const body = `${head}\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n${"é\\".repeat((10 * MB) / 3)}`;
  expect((await post(new TextEncoder().encode(body))).body.result).toBe("stored");
  const [mail] = await arrivedFor(lead);
  expect(mail?.attachments).toMatchObject([{ name: "a.pdf", id: expect.any(String) }]);
});

test.each([
  [401, "a wrong secret", () => post(email("From: a@b.c\n\nHi"), `${SECRET}x`)],
  [413, "more than 25 MB", () => post(new Uint8Array(26 * MB + 1))],
  [422, "what is no email", () => post(email("Hello"))],
])("answers %i to %s, and stores nothing", async (status, _, ask) => {
  const [before] = await site.sql`select count(*) from inbound_mails`;
  expect((await ask()).status).toBe(status);
  expect((await site.sql`select count(*) from inbound_mails`)[0]).toEqual(before);
});

test("the gateway doesn't serve it, and strangers can't store emails themselves", async () => {
  expect((await site.request("/functions/v1/inbound-mail", { method: "POST" })).status).toBe(404);
  const { error } = await site.visitor().rpc("mail_arrived", { mail: {} });
  expect(error?.code).toBe("42501");
});
