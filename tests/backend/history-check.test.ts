import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closePool, openPool, type Pool } from "#server/backend/postgres/pool.ts";
import { checkHistoryDaily } from "#server/backend/self-hosted/history-check.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

// Disables the server's own check, which runs at its own times.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

let t: TestBackend;
let pool: Pool;
let description: string;
const lines: string[] = [];
const log = createLog("error", { write: (line) => void lines.push(line) });
beforeAll(async () => {
  t = await openTestBackend();
  pool = openPool(t.env.databaseUrl as string, log, 1);
  const [service] = await t.sql`select description from services order by display_order limit 1`;
  description = service?.description;
});
afterAll(async () => {
  await closePool(pool);
  await t.close();
});
beforeEach(async () => {
  lines.length = 0;
  await t.sql`delete from private.history_accepted`;
});
// Tests run in any order: restore what one of them changed past the history.
afterEach(async () => {
  await changePast(description);
});

const at = (iso: string) => () => new Date(iso);
const daily = (now: () => Date) =>
  checkHistoryDaily({ databaseUrl: t.env.databaseUrl as string, pool, at: "03:00", log, now });
const checkedAt = async () =>
  (await t.sql`select checked_at from private.history_checks`)[0]?.checked_at as Date | undefined;
const setChecked = (iso: string) => t.sql`update private.history_checks set checked_at = ${iso}`;

/** Changes texts as any database owner can. */
const changePast = (text: string) =>
  t.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update services set description = ${text} where display_order = (select min(display_order) from services)`;
  });

test("the history is checked once a day, at the time of the backup", async () => {
  await t.sql`delete from private.history_checks`;
  await daily(at("2026-11-23T10:00:00Z"));
  expect(await checkedAt()).toBeInstanceOf(Date);
  // 03:00 in Los Angeles is 11:00 UTC.
  const morning = "2026-11-23T10:30:00.000Z";
  await setChecked(morning);
  await daily(at("2026-11-23T10:59:00Z"));
  expect((await checkedAt())?.toISOString()).toBe(morning);
  await daily(at("2026-11-23T11:00:00Z"));
  expect((await checkedAt())?.toISOString()).not.toBe(morning);
  expect(lines).toEqual([]);
});

test("reports a row changed without history in log, System and metrics", async () => {
  await changePast("Sly");
  await setChecked("2026-11-20T00:00:00Z");
  await daily(at("2026-11-23T12:00:00Z"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "the history has gaps", rows: 1, examples: [{ table_name: "services" }] },
  ]);
  expect(lines.join()).not.toContain("Sly");
  await expect.poll(() => t.backend.watch()).toMatchObject({ known: { history: { gaps: 1 } } });
  const admin = await t.admin();
  const { data } = await admin.functions.invoke("admin-system", { method: "GET" });
  const [service] = await t.sql`select title from services order by display_order limit 1`;
  expect(data.server.history).toEqual({
    checked: expect.any(String),
    gaps: 1,
    labels: [service?.title],
  });
});

test("checks in one of two processes", async () => {
  await setChecked("2026-11-20T00:00:00Z");
  const before = await checkedAt();
  await t.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7031959)`;
    await daily(at("2026-11-23T12:00:00Z"));
  });
  expect(await checkedAt()).toEqual(before);
});

/** Runs `npm run check-history`. */
function command(...words: string[]) {
  const env = { DATABASE_URL: t.env.databaseUrl, DATA_DIR: t.env.dataDir };
  return runCli("check-history", words, env);
}

test("names differences, and accepts them", async () => {
  await changePast("Slier");
  const [service] = await t.sql`select id, title from services order by display_order limit 1`;
  expect(await command()).toEqual({
    code: 1,
    said: `1 row doesn't match its history:\n  services ${service?.id} (${service?.title}), description: changed without an entry\n`,
  });
  expect(await command("--accept")).toEqual({ code: 0, said: "The history is complete.\n" });
  expect(await command("--all")).toEqual({
    code: 1,
    said: "Usage: npm run check-history, or npm run check-history -- --accept\n",
  });
});

import { runCli } from "#tests/support/programs.ts";
