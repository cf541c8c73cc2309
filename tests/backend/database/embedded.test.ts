import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { access, appendFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import { openPool } from "#server/backend/postgres/pool.ts";
import { runningPostgres } from "#server/backend/postgres/running.ts";
import { readEnv, SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { temporaryFolder } from "#tests/support/folder.ts";

let folder: string;
/** The account that the site's first start created. */
let madeAtFirst: unknown;
beforeAll(async () => {
  folder = await temporaryFolder();
  const first = await open();
  madeAtFirst = first.admin;
  await first.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (name = "site") =>
  openBackend(readEnv({ DATA_DIR: join(folder, name) }), createLog("silent"));
const postmaster = (name = "site") =>
  Number.parseInt(readFileSync(join(folder, name, "postgres/postmaster.pid"), "utf8"), 10);

test("creates an admin at the first start only", async () => {
  expect(madeAtFirst).toEqual({ email: "admin@example.com", isNew: true });
  const second = await open();
  expect(second.admin).toEqual({ email: "admin@example.com", isNew: false });
  await second.close();
});

test("makes secrets readable only by this system user", () => {
  expect(statSync(join(folder, "site/database-password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "site/postgres")).mode & 0o777).toBe(0o700);
});

test("uses UTC, whatever the machine's time zone was at the first start", async () => {
  const cluster = join(folder, "site/postgres");
  await appendFile(join(cluster, "postgresql.conf"), "timezone = 'America/New_York'\n");
  const backend = await open();
  const password = readFileSync(join(folder, "site/database-password"), "utf8");
  const sql = connect(runningPostgres(cluster, password) ?? "", 1);
  expect(await sql`show timezone`).toEqual([{ TimeZone: "UTC" }]);
  await sql.end();
  await backend.close();
});

test("refuses a second process on the folder", async () => {
  const first = await open();
  const refused = open();
  await expect(refused).rejects.toBeInstanceOf(SettingError);
  await expect(refused).rejects.toThrow(/is in use by another process/);
  await first.ping();
  await first.close();
  expect(existsSync(join(folder, "site/postgres/postmaster.pid"))).toBe(false);
});

test("restarts a killed database", async () => {
  const backend = await open();
  const killed = postmaster();
  const ask = () =>
    backend.fetch(
      new Request(`${backend.serverUrl}/rest/v1/services`, {
        headers: { apikey: backend.publishableKey },
      }),
      { clientAddress: "203.0.113.7", requestId: "test" },
    );
  // Killed under load: requests in flight fail, and nothing else does.
  const underWay = Array.from({ length: 100 }, ask);
  await underWay[0];
  process.kill(killed, "SIGKILL");
  const statuses = (await Promise.all(underWay)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  // On a busy machine a process of the killed server may answer once more before it notices.
  const revived = async () => {
    await backend.ping();
    expect(postmaster()).not.toBe(killed);
  };
  await vi.waitFor(revived);
  expect((await ask()).status).toBe(200);
  await backend.close();
});

test.each(["sleep", "postgres"])(
  "starts after a machine crash, although its PID now belongs to a %s",
  async (argv0) => {
    await (await open("moved")).close();
    const other = spawn("sleep", ["60"], { argv0 });
    for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"])
      await writeFile(join(folder, "moved/postgres", name), `${other.pid}\n`, { mode: 0o600 });
    const backend = await open("moved");
    await backend.ping();
    await backend.close();
    expect(other.signalCode).toBe(null);
    other.kill();
  },
);

test("closing does not wait for a request that hangs", async () => {
  const backend = await open("closing");
  const password = readFileSync(join(folder, "closing/database-password"), "utf8");
  const url = runningPostgres(join(folder, "closing/postgres"), password) ?? "";
  const pool = openPool(url, createLog("silent"), 4);
  const holder = await pool.connect();
  await holder.query("begin; lock table storage.objects in access exclusive mode");
  // Not injected: The statement runs until its connection is closed.
  const holding = holder.query("select pg_sleep(600)").catch(() => "ended with the database");
  const request = new Request(`${backend.serverUrl}/storage/v1/object/public/media/uploads/a.png`);
  const hanging = backend.fetch(request, { clientAddress: "203.0.113.7", requestId: "test" });
  await backend.close();
  // Left waiting, the request would get 504 at its own time limit. As the database ends, the lock may be gone
  // before the waiting connection is; then there is no such picture.
  expect([503, 404]).toContain((await hanging).status);
  expect(await holding).toBe("ended with the database");
  holder.release(true);
  await pool.end();
});

test("works in a folder too deep for a socket's path", async () => {
  const name = join(...Array<string>(6).fill("quite-a-long-folder-name"));
  const backend = await open(name);
  await backend.ping();
  await backend.close();
});

test("repeats an interrupted first start", async () => {
  const half = join(folder, "half");
  const killed = join(half, "postgres.new-by-a-killed-start");
  await mkdir(join(killed, "global"), { recursive: true });
  // Simulates initdb, which keeps running briefly after a SIGKILL of the server.
  const writer = execFile("sh", [
    "-c",
    `n=0; while [ $n -lt 20000 ]; do n=$((n+1)); echo > "${killed}/global/$n" || exit; done`,
  ]);
  const ended = once(writer, "exit");
  await vi.waitFor(() => access(join(killed, "global/50")));
  const backend = await open("half");
  expect((await readdir(half)).filter((name) => name.startsWith("postgres."))).toEqual([]);
  await ended;
  await backend.close();
});
