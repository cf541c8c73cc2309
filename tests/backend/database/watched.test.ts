import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wallTime } from "#contract/time/company-zone.ts";
import { CONNECTIONS } from "#server/backend/gateway/concurrency-limiter.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { fromNow, HOUR } from "#tests/support/clock.ts";

let t: TestBackend;
const lines: string[] = [];
beforeAll(async () => {
  // Half a day away: a time that passed since the template was made would be due at once.
  const at = wallTime(fromNow(12 * HOUR), "America/Los_Angeles").slice(11, 16);
  t = await openTestBackend({ BACKUP_AT: at }, lines);
});
afterEach(async () => {
  await t.sql`delete from public.mails`;
  await t.sql`delete from loading_dock.auth_mail`;
  await t.sql`delete from public.webhooks`;
  await t.sql`delete from public.contact_submissions`;
});
afterAll(() => t.close());

/** Polls, because the check runs at most once a second. */
const watched = () => expect.poll(() => t.backend.watch());

test("reports a healthy site without backups", async () => {
  await watched().toMatchObject({
    answers: true,
    known: {
      mail: { waiting: 0, failing: 0, oldest: undefined },
      webhooks: { waiting: 0, failing: 0, oldest: undefined },
      backups: { proved: undefined, running: false, overdue: false, gone: false },
      mailbox: undefined,
      migrations: { missing: 0, unknown: 0 },
    },
    server: {
      pools: [
        { name: "server", most: 5 },
        { name: "api", most: CONNECTIONS },
      ],
      changes: { heard: true },
      disk: { kept: 64 * 1024 * 1024 },
      filesTrouble: undefined,
    },
  });
});

test("queries the database once for simultaneous requests", async () => {
  const [one, other] = await Promise.all([t.backend.watch(), t.backend.watch()]);
  expect(one).toBe(other);
});

const ago = (hours: number) => fromNow(-hours * HOUR);

/** A delivery that failed twice and is waiting for a retry. */
async function enqueueDelivery(created_at: Date, submission_id: string | null = null) {
  const { sql } = t;
  const webhook = { name: "Sheet", host: "example.com", format: "standard" };
  const [{ id = "" } = {}] = await sql`insert into public.webhooks ${sql({
    ...webhook,
    events: ["booking.created"],
  })} returning id`;
  await sql`insert into public.webhook_deliveries ${sql({
    webhook_id: id,
    submission_id,
    kind: "test",
    payload: sql.json({}),
    tries: 2,
    next_attempt_at: ago(-1),
    created_at,
  })}`;
}

test("counts what waits, with the oldest", async () => {
  const { sql } = t;
  const [later, oldestMail, oldestMessage] = [ago(-1), ago(30), ago(40)];
  const mail = {
    kind: "reply",
    recipient: "dana@example.com",
    send_after: later,
    body: sql.json([{ text: "Hello" }]),
  };
  await sql`insert into public.mails ${sql([
    { ...mail, subject: "A", created_at: oldestMail, attempts: 2 },
    { ...mail, subject: "B", created_at: ago(3), attempts: 0 },
  ])}`;
  const account = { kind: "recovery", address: "dana@example.com", attempts: 3 };
  await sql`insert into loading_dock.auth_mail ${sql({ ...account, due_at: later, created_at: ago(1) })}`;
  await enqueueDelivery(oldestMessage);
  await watched().toMatchObject({
    known: {
      mail: { waiting: 3, failing: 2, oldest: oldestMail },
      webhooks: { waiting: 1, failing: 1, oldest: oldestMessage },
    },
  });
});

test("does not count held items: spam, trash, webhooks that are off", async () => {
  const { sql } = t;
  const [lead] = await sql<{ id: string }[]>`insert into public.contact_submissions ${sql({
    name: "Ana",
    email: "ana@example.com",
    monthly_volume: "0-50",
    platforms: ["Etsy"],
    mail_status: "sent",
  })} returning id`;
  await enqueueDelivery(ago(1), lead?.id);
  const isHeld = (held: boolean) =>
    watched().toMatchObject({
      known: { webhooks: held ? { waiting: 0, oldest: undefined } : { waiting: 1 } },
    });
  await isHeld(false);
  await sql`update public.contact_submissions set deleted_at = now()`;
  await isHeld(true);
  await sql`update public.contact_submissions set deleted_at = null, is_spam = true`;
  await isHeld(true);
  await sql`update public.contact_submissions set is_spam = false`;
  await isHeld(false);
  await sql`update public.webhooks set active = false`;
  await isHeld(true);
});

test("reports a database of another version", async () => {
  const migrations = t.sql("supabase_migrations.schema_migrations");
  await t.sql`insert into ${migrations} (version, name) values ('99991231235959', 'later')`;
  await watched().toMatchObject({ known: { migrations: { missing: 0, unknown: 1 } } });
  await t.sql`delete from ${migrations} where version = '99991231235959'`;
  const [first] = await t.sql`delete from ${migrations}
    where version = (select min(version) from ${migrations}) returning *`;
  await watched().toMatchObject({ known: { migrations: { missing: 1, unknown: 0 } } });
  await t.sql`insert into ${migrations} ${t.sql(first ?? {})}`;
});

test("reports a failing storage, with the reason in the log", async () => {
  const media = join(t.env.dataDir, "media");
  await rm(media, { recursive: true, force: true });
  await writeFile(media, "in its way");
  const trouble =
    "The folder media in DATA_DIR can't be written and read (EEXIST). Check that it is mounted and belongs to the server's user.";
  await watched().toMatchObject({ server: { filesTrouble: trouble } });
  expect(lines.join()).toContain(`files can't be stored: ${trouble}`);
  await rm(media);
  await mkdir(media);
});
