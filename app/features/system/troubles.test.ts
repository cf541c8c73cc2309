import { expect, test } from "vitest";
import type { BackupRun } from "#app/lib/data/database.types.ts";
import type { SystemFacts } from "./queries.ts";
import { troublesOf } from "./troubles.ts";

const NOW = Date.parse("2026-11-22T19:00:00Z");

const run: BackupRun = {
  id: "1",
  began_at: "2026-11-22T11:00:00Z",
  ended_at: "2026-11-22T11:01:00Z",
  outcome: "proved",
  asked_by: null,
  step: null,
  name: "20261122T110000Z",
  rows: 500,
  files: 3,
  missing: 0,
  bytes: 1000,
  cause: null,
};

const KEYS = { made_at: "2026-11-01T00:00:00Z", made_by: null, former_admins: [] as string[] };

const well = (): SystemFacts => ({
  database: {
    postgres: "18.4",
    database_bytes: 1,
    media_files: 3,
    media_bytes: 1,
    mail: { waiting: 0, oldest: null, failing: 0, last_error: null },
    webhooks: { waiting: 0, oldest: null, failing: 0 },
    answers: { on: false, address: null, checked_at: null, error: null, unmatched: 0 },
    scheduled: [],
    downloads: [],
    backups: {
      at: "03:00",
      since: "2026-11-01T00:00:00Z",
      last_proved: run,
      runs: [run],
      keys: KEYS,
    },
  },
  server: {
    kind: "embedded",
    version: "0.1.0",
    node: "24",
    uptime: 1,
    memory: 1,
    disk: { free: 50 * 1024 ** 3, total: 100 * 1024 ** 3, kept: 512 * 1024 ** 2 },
    pool: { total: 5, idle: 0, waiting: 0 },
    changes: { heard: true, age: 20 },
    mail: { waiting: 0, oldest: null, by: "smtp" },
    backups: { place: "/data/backups", encrypted: false, next: null },
    history: { checked: "2026-11-22T11:00:00Z", gaps: 0, labels: [] },
    errors: [],
  },
});

const said = (change: (facts: SystemFacts) => void) => {
  const facts = well();
  change(facts);
  return troublesOf(facts, NOW).map(({ what }) => what);
};

test("reports no trouble for a healthy system, or for hosted Supabase", () => {
  expect(troublesOf(well(), NOW)).toEqual([]);
  expect(
    said((facts) => {
      facts.server = null;
      facts.database.backups = {
        at: null,
        since: "2020-01-01",
        last_proved: null,
        runs: [],
        keys: KEYS,
      };
    }),
  ).toEqual([]);
});

const serverOf = (facts: SystemFacts) => facts.server as NonNullable<SystemFacts["server"]>;

test.each<[string, (facts: SystemFacts) => void]>([
  [
    "The disk has only 511 MB free, so uploads are refused.",
    (facts) => (serverOf(facts).disk.free = 511 * 1024 ** 2),
  ],
  ["The disk has only 512 MB free.", (facts) => (serverOf(facts).disk.free = 512 * 1024 ** 2)],
  ["The disk has only 1 GB free.", (facts) => (serverOf(facts).disk.free = 1024 ** 3)],
  ["The disk has only 4 GB free.", (facts) => (serverOf(facts).disk.free = 4 * 1024 ** 3)],
  [
    "Live updates from the database aren't working.",
    (facts) => (serverOf(facts).changes.age = 121),
  ],
  [
    "3 requests are waiting for a database connection.",
    (facts) => (serverOf(facts).pool.waiting = 3),
  ],
  ["1 item was changed without a history entry.", (facts) => (serverOf(facts).history.gaps = 1)],
  [
    "12 items were changed without a history entry: “Kitting”, “Storage”, “Returns”.",
    (facts) =>
      (serverOf(facts).history = {
        ...serverOf(facts).history,
        gaps: 12,
        labels: ["Kitting", "Storage", "Returns", "Labels"],
      }),
  ],
  [
    "No verified backup yet.",
    ({ database }) => Object.assign(database.backups, { last_proved: null, runs: [] }),
  ],
  [
    "The last verified backup is from 2 days ago.",
    ({ database: { backups } }) =>
      (backups.last_proved = { ...run, ended_at: "2026-11-20T11:00:00Z" }),
  ],
  [
    "The last backup failed.",
    ({ database: { backups } }) =>
      backups.runs.unshift({ ...run, outcome: "failed", cause: "No room." }),
  ],
  [
    "2 uploaded files are missing from storage.",
    ({ database: { backups } }) => (backups.last_proved = { ...run, missing: 2 }),
  ],
  [
    "Emails are waiting. The oldest is from 3 hours ago.",
    ({ database }) =>
      Object.assign(database.mail, {
        oldest: "2026-11-22T16:00:00Z",
        last_error: "535 wrong password",
      }),
  ],
  [
    "Webhook events are waiting, the oldest from 3 hours ago.",
    ({ database }) => (database.webhooks.oldest = "2026-11-22T16:00:00Z"),
  ],
  [
    "Dana Ortiz downloaded a backup and is no longer an admin.",
    ({ database }) => (database.backups.keys = { ...KEYS, former_admins: ["Dana Ortiz"] }),
  ],
  [
    "The mailbox that replies arrive in can't be read.",
    ({ database }) => (database.answers.error = "connect ECONNREFUSED 127.0.0.1:993"),
  ],
  ["Email isn't set up.", (facts) => (serverOf(facts).mail.by = "outbox")],
])("%s", (sentence, change) => {
  expect(said(change)).toEqual([sentence]);
});

test("says in a sentence why something failed, and keeps the program's message", () => {
  const facts = well();
  facts.database.backups.runs.unshift({ ...run, outcome: "failed", cause: "ENOSPC: write" });
  Object.assign(facts.database.mail, {
    failing: 1,
    last_error: "connect ECONNREFUSED 127.0.0.1:4299",
  });
  expect(troublesOf(facts, NOW).map(({ cause }) => cause)).toEqual([
    { sentence: "The disk is full.", details: "ENOSPC: write" },
    {
      sentence: expect.stringContaining("The mail server refused the connection."),
      details: "connect ECONNREFUSED 127.0.0.1:4299",
    },
  ]);
});

test("reports nothing that has waited for less than an hour", () => {
  const oldest = "2026-11-22T18:01:00Z";
  expect(
    said(({ database }) => {
      database.mail.oldest = oldest;
      database.webhooks.oldest = oldest;
    }),
  ).toEqual([]);
});

test("hides an earlier failed backup while a new one runs", () => {
  const failed = { ...run, outcome: "failed" as const, cause: "No room." };
  const running = { ...run, outcome: "running" as const, ended_at: null };
  expect(said(({ database: { backups } }) => backups.runs.unshift(running))).toEqual([]);
  expect(said(({ database: { backups } }) => backups.runs.unshift(running, failed))).toEqual([
    "The last backup failed.",
  ]);
});
