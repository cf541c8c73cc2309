import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openPool } from "#server/backend/postgres/pool.ts";
import { type Backups, createBackups } from "#server/backend/self-hosted/backup/index.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { fromNow, HOUR, now } from "#tests/support/clock.ts";
import { mailTo } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";

let t: TestBackend;
let token: string;
beforeAll(async () => {
  t = await openTestBackend();
  // A job would send what tests count, while they count it.
  await t.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  const { data } = await (await t.admin()).auth.getSession();
  token = data.session?.access_token ?? "";
});
beforeEach(async () => {
  await t.sql`delete from public.backup_runs`;
  await t.sql`delete from public.mails`;
  await t.sql`delete from private.account_notices`;
});
afterAll(() => t.close());

const FAILED = "The last backup failed. ";
/** Backup notices for admins. @param said part of the text */
async function notices(said: string) {
  const waiting = await t.sql`
    select detail from private.account_notices where kind = 'backup_trouble'`;
  return waiting.map(({ detail }) => detail as string).filter((text) => text.includes(said));
}

async function call(name: string, body?: object) {
  const response = await t.request(`/functions/v1/${name}`, {
    method: body ? "POST" : "GET",
    headers: {
      apikey: t.backend.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

const noSignal = new AbortController().signal;

test("reports the state of database and server", async () => {
  const none = { waiting: 0, oldest: null, failing: 0 };
  const report = await call("admin-system");
  expect(report).toMatchObject({
    success: true,
    database: { media_files: 0, mail: none, webhooks: none, scheduled: [], backups: { runs: [] } },
    server: {
      kind: "database",
      version: "0.1.0",
      changes: { heard: true },
      mail: { by: "outbox" },
    },
  });
  expect(report.database.database_bytes).toBeGreaterThan(1_000_000);
  for (const number of [report.server.memory, report.server.disk.free, report.server.pool.total])
    expect(number).toBeGreaterThan(0);
});

test("lists the last errors, newest first, with cause and request", async () => {
  const log = createLog("error", { write: () => {} });
  for (let number = 1; number <= 25; number += 1) log.error({ requestId: `r-${number}` }, "failed");
  log.warn("only a warning");
  log.error(
    { err: new Error("no route to the mail server"), requestId: "r-26" },
    "a mail was not sent",
  );
  const { errors } = (await call("admin-system")).server;
  expect(errors).toHaveLength(20);
  expect(errors[0]).toEqual({
    at: expect.stringMatching(/^20\d\d-.+Z$/),
    what: "a mail was not sent",
    cause: "no route to the mail server",
    requestId: "r-26",
  });
});

test("sends a test email to the admin who asks", async () => {
  expect(await call("admin-test-mail", {})).toMatchObject({
    success: true,
    to: people.admin.email,
  });
  expect((await t.outbox()).at(-1)).toMatchObject({ subject: "A test email from your website" });
});

describe("a backup by the button", () => {
  test("starts one at a time, gives it to the admin who requested it, and records them", async () => {
    expect(await call("admin-backup", {})).toMatchObject({ status: 200, success: true });
    expect(await call("admin-backup", {})).toMatchObject({
      status: 409,
      error: "A backup is already in progress.",
    });
    const proved = await vi.waitUntil(
      async () => (await call("admin-system")).database.backups.last_proved,
    );
    expect(proved).toMatchObject({ outcome: "proved", asked_by: people.admin.email });

    const { address } = await call("admin-backup", { backup: proved.name });
    const file = await t.request(address);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="backup-${proved.name}.tar.gz"`,
    );
    expect(new Uint8Array(await file.arrayBuffer()).subarray(0, 2)).toEqual(
      new Uint8Array([0x1f, 0x8b]),
    );
    const { downloads } = (await call("admin-system")).database;
    expect(downloads).toEqual([
      expect.objectContaining({ email: people.admin.email, backup: proved.name }),
    ]);
    const ticket = new URL(address, "http://x").search.slice(8);
    for (const other of ["x", token, `${ticket}x`, ticket]) {
      const refused = await t.request(`/functions/v1/backup-file?ticket=${other}`);
      expect([refused.status, await refused.json()]).toEqual([
        404,
        { error: "This link has expired or was already used. Start the download again." },
      ]);
    }
    // A job that runs every 20 seconds sends it.
    await t.sql`update private.account_notices set due_at = now()
      where kind = 'backup_downloaded'`;
    const downloaded = ({ subject = "" }) => subject.endsWith(" was downloaded");
    const mail = await mailTo(t, people.admin.email, downloaded);
    expect(mail.text).toMatch(
      new RegExp(
        `${people.admin.email} downloaded the backup ${proved.name} at 20\\d\\d-.+ UTC\\.`,
      ),
    );
  });
});

test("emails the admins why a manual backup failed", async () => {
  const { databaseUrl = "", dataDir } = t.env;
  const blocked = join(dataDir, "a-file");
  await writeFile(blocked, "");
  await t.sql`update private.backup_state set warned_at = null`;
  const env = readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_TO: blocked });
  const log = createLog("silent");
  const pool = openPool(databaseUrl, log, 2);
  const backups = await createBackups({ databaseUrl, pool, files: openFiles(env), env, log });
  expect(await backups.begin("dana@example.com")).toBe(true);
  const notice = await vi.waitUntil(async () => (await notices("dana@example.com"))[0]);
  expect(notice).toContain(
    "The backup that dana@example.com started failed. A folder can't be created or opened.",
  );
  expect(notice).not.toContain(blocked);
  await backups.close();
  await pool.end();
  await t.sql`update private.backup_state set warned_at = null`;
});

describe("scheduled backups", () => {
  test("are made when due, with an email a day about failures", async () => {
    const { databaseUrl = "", dataDir } = t.env;
    const blocked = join(dataDir, "no-folder");
    await writeFile(blocked, "");
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_AT: "03:00" };
    let clock = fromNow(30 * HOUR);
    const log = createLog("silent");
    const pool = openPool(databaseUrl, log, 2);
    const open = (to: string) => {
      const env = readEnv({ ...settings, BACKUP_TO: to });
      return createBackups({
        databaseUrl,
        pool,
        files: openFiles(env),
        env,
        log,
        now: () => clock,
      });
    };
    const known = async (backups: Backups) => {
      const [row] = await t.sql`select public.backup_known() as said`;
      return backups.known(row?.said);
    };
    const failing = await open(blocked);
    await failing.tick(noSignal);
    await failing.tick(noSignal);
    expect(await known(failing)).toEqual({
      proved: undefined,
      failed: expect.any(Date),
      running: false,
      overdue: true,
      gone: false,
    });
    const [run, ...more] = await t.sql`select outcome, cause from public.backup_runs`;
    expect(run).toMatchObject({ outcome: "failed", cause: expect.stringContaining(blocked) });
    expect(await notices(FAILED)).toHaveLength(1);
    // A failure pauses backups for an hour by our clock, not the database's; the second tick was within it.
    expect(more.length).toBeLessThanOrEqual(1);

    const good = await open(join(dataDir, "good"));
    await good.tick(noSignal);
    expect((await known(good))?.proved).toBeInstanceOf(Date);
    const made = await t.sql`select 1 from public.backup_runs where outcome = 'proved'`;
    expect(made).toHaveLength(1);
    clock = now();
    await good.tick(noSignal);
    expect(await known(good)).toMatchObject({ overdue: false, gone: false });
    const elsewhere = await open(join(dataDir, "elsewhere"));
    expect(await known(elsewhere), "not checked yet").toMatchObject({ gone: false });
    await elsewhere.tick(noSignal);
    expect(await known(elsewhere)).toMatchObject({ overdue: false, gone: true });
    expect(await t.sql`select 1 from public.backup_runs where outcome = 'proved'`).toHaveLength(1);
    expect(await notices(FAILED)).toHaveLength(1);

    // A killed program leaves its run's row, the rows that it had collected, and a half-written file.
    await t.sql`insert into public.backup_runs default values`;
    const left = [
      join(dataDir, "unfinished-backups", "x", "rows"),
      join(dataDir, "good", "a.part"),
    ];
    await mkdir(dirname(left[0] ?? ""), { recursive: true });
    for (const file of left) await writeFile(file, "rows");
    await good.tick(noSignal);
    expect(left.map(existsSync)).toEqual([false, false]);
    expect(await t.sql`select 1 from public.backup_runs where outcome = 'running'`).toHaveLength(0);
    await good.close();
    await failing.close();
    await pool.end();
  });
});
