import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import type { Backend } from "#server/backend/types.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { fakeSmtp } from "#tests/support/mail/smtp.ts";

let url: string;
let folder: string;
let sql: Sql;
beforeEach(async () => {
  url = await createTestDatabase(inject("clusterUrl"));
  folder = await mkdtemp(join(tmpdir(), "ld-mail-"));
  // One connection: two statements that change all rows at once would lock each other out.
  sql = connect(url, 1);
});
afterEach(async () => {
  await sql.end();
  await dropTestDatabase(url);
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process on the test's database, with a mail server. */
const openProcess = (port: number) =>
  openBackend(
    readEnv({
      DATABASE_URL: url,
      DATA_DIR: folder,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Evergreen <hello@example.com>",
    }),
    createLog("silent"),
  );

const MAILS = 10;

/** This header of each message, in order of arrival. */
const headers = (messages: string[], name: string) =>
  messages.map((message) => new RegExp(`^${name}: (.*)\\r$`, "im").exec(message)?.[1]);

/** Longer than the lease on an email. */
const MINUTES_UNTIL_THE_SECOND = 6;

/**
 * A mail server that takes a minute per message, a process that sends what is due, and a second
 * process that starts minutes later. To simulate a minute, every lease in the database is made that
 * much older.
 */
async function twoProcesses(arrange: string, aMinuteLater: string, left: string) {
  const processes: Promise<Backend>[] = [];
  const smtp = await fakeSmtp(async () => {
    await sql.unsafe(aMinuteLater);
    if (smtp.messages.length === MINUTES_UNTIL_THE_SECOND) processes.push(openProcess(smtp.port));
    await processes.at(-1);
  });
  await sql.unsafe(arrange);
  processes.push(openProcess(smtp.port));
  await vi.waitFor(async () => expect(await sql.unsafe(left)).toEqual([{ left: 0 }]));
  await Promise.all(processes.map(async (one) => (await one).close()));
  smtp.server.close();
  return smtp.messages;
}

test("sends ten emails about submissions once each, even with a slow mail server", async () => {
  const messages = await twoProcesses(
    `insert into contact_submissions (name, email, monthly_volume, platforms, mail_next_attempt_at)
     select 'Seller ' || n, 'seller' || n || '@example.com', '0-50', array['Etsy'], now()
     from generate_series(1, ${MAILS}) as n`,
    `update contact_submissions set mail_next_attempt_at = mail_next_attempt_at - interval '1 minute'
     where mail_status <> 'sent'`,
    "select count(*)::int as left from contact_submissions where mail_status <> 'sent'",
  );
  expect(messages).toHaveLength(MAILS);
  expect(new Set(headers(messages, "Subject")).size).toBe(MAILS);
  const ids = headers(messages, "Message-ID");
  for (const id of ids) expect(id).toMatch(/^<submission-[0-9a-f-]{36}@example\.com>$/);
  expect(new Set(ids).size).toBe(MAILS);
});

test("sends ten emails about accounts once each", async () => {
  const messages = await twoProcesses(
    `insert into loading_dock.auth_mail (kind, address, attempts, due_at)
     select 'account_exists', 'seller' || n || '@example.com', 1, now()
     from generate_series(1, ${MAILS}) as n`,
    "update loading_dock.auth_mail set due_at = due_at - interval '1 minute'",
    "select count(*)::int as left from loading_dock.auth_mail",
  );
  expect(new Set(headers(messages, "To")).size).toBe(MAILS);
  expect(messages).toHaveLength(MAILS);
  const ids = headers(messages, "Message-ID");
  for (const id of ids) expect(id).toMatch(/^<account-[0-9a-f]{32}\.2@example\.com>$/);
  expect(new Set(ids).size).toBe(MAILS);
});

test("sends ten queued emails once each", async () => {
  const messages = await twoProcesses(
    `insert into mails (kind, recipient, subject, body)
     select 'reminder', 'seller' || n || '@example.com', 'Hello', '[{"text": "Hello"}]'
     from generate_series(1, ${MAILS}) as n`,
    "update mails set send_after = send_after - interval '1 minute' where send_after is not null",
    "select count(*)::int as left from mails where state <> 'sent'",
  );
  expect(messages).toHaveLength(MAILS);
  const ids = headers(messages, "Message-ID");
  for (const id of ids) expect(id).toMatch(/^<mail-[0-9a-f-]{36}@example\.com>$/);
  expect(new Set(ids).size).toBe(MAILS);
});

test("keeps the Message-ID on a retry, and does not delay the end", async () => {
  let hang = true;
  const smtp = await fakeSmtp(() => (hang ? new Promise(() => {}) : Promise.resolve()));
  await sql`insert into contact_submissions
    (name, email, monthly_volume, platforms, mail_next_attempt_at)
    values ('Ida Tell', 'ida@example.com', '0-50', array['Etsy'], now())`;
  await sql`insert into loading_dock.auth_mail (kind, address, attempts, due_at)
    values ('account_exists', 'ida@example.com', 1, now())`;

  const first = await openProcess(smtp.port);
  await vi.waitFor(() => expect(smtp.messages).toHaveLength(2));
  await first.close();
  hang = false;
  await sql`update contact_submissions set mail_next_attempt_at = now()`;
  await sql`update loading_dock.auth_mail set due_at = now()`;
  const second = await openProcess(smtp.port);
  await vi.waitFor(() => expect(smtp.messages).toHaveLength(4));
  await second.close();
  smtp.server.close();

  const ids = headers(smtp.messages, "Message-ID").toSorted();
  const [account = "", again, submission, same] = ids;
  expect(same).toBe(submission);
  // Its link changed, so the ID does too: a mailbox that hides duplicates must show it.
  expect(account).toMatch(/^<account-[0-9a-f]{32}\.2@/);
  expect(again).toBe(account.replace(".2@", ".3@"));
});
