import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { listenForChanges } from "#server/backend/self-hosted/changes.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { type StallingProxy, startStallingProxy } from "#tests/support/stand-ins/stalling-proxy.ts";

let databaseUrl: string;
let sql: Sql;
let proxy: StallingProxy;
beforeEach(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
  sql = connect(databaseUrl, 1);
  proxy = await startStallingProxy(databaseUrl);
});
afterEach(async () => {
  await proxy.close();
  await sql.end();
  await dropTestDatabase(databaseUrl);
});

/** @param answerMs milliseconds without an answer before the connection counts as silent */
async function listen(answerMs = 60_000) {
  const report = vi.fn();
  const silent = vi.fn();
  const renewSecrets = vi.fn(async () => {});
  // A busy machine may need longer for the first connection, too.
  const changes = await vi.waitFor(() =>
    listenForChanges({
      databaseUrl: proxy.url,
      report,
      onLost: silent,
      renewSecrets,
      log: createLog("silent"),
      // Not injected: A heartbeat interval that the test doesn't depend on.
      beatMs: 50,
      answerMs,
    }),
  );
  return { report, silent, renewSecrets, changes };
}
/** For connections that go silent. On a busy machine it may expire more than once. */
const IMPATIENT_MS = 500;

test("replaces a silent connection", async () => {
  const { report, silent, changes } = await listen(IMPATIENT_MS);
  proxy.stallOpen();
  await vi.waitFor(() => expect(silent).toHaveBeenCalled());
  // Changes made meanwhile are unknown, so everything counts as changed.
  await vi.waitFor(() => expect(report).toHaveBeenCalledWith("*"));
  await vi.waitFor(() => expect(changes.isListening()).toBe(true));
  await vi.waitFor(async () => {
    await sql`select pg_notify('content_changed', 'services')`;
    expect(report).toHaveBeenCalledWith("services");
  });
  await changes.stop();
});

test("reports an unreachable database, and reconnects", async () => {
  const { report, changes } = await listen(IMPATIENT_MS);
  proxy.stall();
  await vi.waitFor(() => expect(changes.isListening()).toBe(false));
  proxy.pass();
  await vi.waitFor(() => expect(changes.isListening()).toBe(true));
  expect(report).toHaveBeenCalledWith("*");
  await changes.stop();
});

test("prints nothing for a warning of the database's", async () => {
  const printed = vi.spyOn(console, "log");
  const changes = await listenForChanges({
    databaseUrl,
    hold: "do $$ begin raise warning 'a collation changed'; end $$",
    report() {},
    onLost() {},
    log: createLog("silent"),
  });
  await changes.stop();
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test("reads new secrets when announced, after a failure, and on a new connection", async () => {
  const { report, renewSecrets, changes } = await listen(IMPATIENT_MS);
  // Some may be made between the first read at startup and LISTEN.
  expect(renewSecrets).toHaveBeenCalledOnce();
  renewSecrets.mockRejectedValueOnce(new Error("no connection is left"));
  await sql`select pg_notify('new_secrets', '')`;
  const read = (times: number) =>
    vi.waitFor(() => expect(renewSecrets.mock.calls.length).toBeGreaterThanOrEqual(times));
  await read(3);
  expect(report).not.toHaveBeenCalledWith("");
  proxy.stallOpen();
  // Before connecting, because the password may have changed, and again once it listens.
  await read(5);
  await changes.stop();
});

test("ignores heartbeats as content changes", async () => {
  const { report, changes } = await listen();
  await sql`select pg_notify('loading_dock_heartbeat', 'of another process')`;
  await sql`select pg_notify('content_changed', 'faq_items')`;
  await vi.waitFor(() => expect(report).toHaveBeenCalled());
  expect(report.mock.calls).toEqual([["faq_items"]]);
  await changes.stop();
});

test("leaves no connection behind when stopped, even while reconnecting", async () => {
  const { changes } = await listen();
  const listeners = () => sql`select pid from pg_stat_activity
    where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`;
  const [listener, ...others] = await listeners();
  expect(others).toEqual([]);
  expect(await sql`select pg_terminate_backend(${listener?.pid}) as ended`).toEqual([
    { ended: true },
  ]);
  await vi.waitFor(() => expect(changes.isListening()).toBe(false));
  await changes.stop();
  await vi.waitFor(async () => expect(await listeners()).toEqual([]));
});
