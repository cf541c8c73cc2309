import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cleanOutbox } from "#server/backend/mail/outbox.ts";
import { cleanSignInRecords, cleanUnconfirmed } from "#server/backend/self-hosted/cleaning.ts";
import { readEnv } from "#server/runtime/env.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { temporaryFolder } from "#tests/support/folder.ts";

// Disables the server's own job, which would run before the test's.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

test("deletes only emails in the outbox after OUTBOX_DAYS", async () => {
  const { outboxDays } = readEnv({ OUTBOX_DAYS: "7" });
  const dataDir = await temporaryFolder();
  const outbox = join(dataDir, "outbox");
  await cleanOutbox(dataDir, outboxDays);
  await mkdir(outbox);
  const written = new Date("2026-11-01T12:00:00Z");
  for (const name of ["old.eml", "half.eml.part", "note.txt"]) {
    await writeFile(join(outbox, name), "x");
    await utimes(join(outbox, name), written, written);
  }
  const later = (days: number) => written.getTime() + days * 86_400_000;
  await cleanOutbox(dataDir, outboxDays, later(7));
  expect(await readdir(outbox)).toHaveLength(3);
  await cleanOutbox(dataDir, outboxDays, later(7) + 1);
  expect(await readdir(outbox)).toEqual(["note.txt"]);
});

test("keeps emails for 90 days, or as OUTBOX_DAYS says", () => {
  expect(readEnv({}).outboxDays).toBe(90);
});

test("entries of the sign-in log are deleted after so many days, batch by batch", async () => {
  await t.sql`insert into auth.audit_log_entries (id, created_at)
    select gen_random_uuid(), now() - interval '31 days' from generate_series(1, 1200)`;
  await t.sql`insert into auth.audit_log_entries (id, created_at)
    values (gen_random_uuid(), now() - interval '29 days')`;
  const count = async () => {
    const [row] = await t.sql`select count(*)::int as entries from auth.audit_log_entries`;
    return row?.entries;
  };
  const clean = (signal: AbortSignal) => cleanSignInRecords(t.env.databaseUrl ?? "", 30, signal);
  await clean(AbortSignal.abort());
  expect(await count()).toBe(1201);
  await clean(new AbortController().signal);
  expect(await count()).toBe(1);
});

test("deletes accounts that strangers created and nobody confirmed for 30 days", async () => {
  await t.sql`insert into auth.users (id, email, created_at, email_confirmed_at)
    select gen_random_uuid(), 'made-up-' || n || '@example.com', now() - interval '31 days', null
    from generate_series(1, 1200) as n`;
  const retained = ["new", "confirmed", "invited", "asked-again"];
  for (const name of retained)
    await t.sql`insert into auth.users (id, email, created_at, email_confirmed_at) values (
      gen_random_uuid(), ${`${name}@example.com`},
      now() - ${name === "new" ? 29 : 31} * interval '1 day',
      case when ${name === "confirmed"} then now() end)`;
  await t.sql`insert into admin_invitations (email, had_account) values ('invited@example.com', false)`;
  await t.sql`insert into auth.one_time_tokens (user_id, token_type, token_hash, expires_at)
    select id, 'signup', 'hash', now() + interval '1 hour'
    from auth.users where email = 'asked-again@example.com'`;
  const before = await t.sql`select id from auth.users where email not like 'made-up-%'`;
  await cleanUnconfirmed(t.env.databaseUrl ?? "", new AbortController().signal);
  const left = await t.sql`select id from auth.users`;
  expect(left.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  expect(left.length).toBeGreaterThanOrEqual(retained.length);
});
