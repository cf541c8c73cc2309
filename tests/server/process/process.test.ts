import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { compiled } from "#tests/support/programs.ts";

const run = promisify(execFile);

/** The data folder of a site that was started once. */
let made: string;
/** A copy of it, since a first start takes several times as long as a later one. */
let dataDir: string;
const children: ChildProcess[] = [];

/** Keeps owners and modes: the database's files belong to its system user. */
const copyTo = (folder: string) => run("cp", ["-a", `${made}/.`, folder]);

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "ld-process-"));
  const { child } = await start({ DATA_DIR: made });
  expect(await end(child, "SIGTERM")).toBe(0);
});
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ld-process-"));
  await copyTo(dataDir);
});

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, "SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return exited;
};

/** On a busy machine a single check can be too slow for its deadline, and then reports "not ready". */
const ready = (url: string | undefined) =>
  expect
    .poll(async () => (await fetch(`${url}/readyz`, { headers: { connection: "close" } })).status)
    .toBe(200);

/** Starts the built server with its own database in `dataDir`; resolves once it is open or has ended. */
async function start(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["server/index.ts"], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      PORT: "0",
      WORKERS: "1",
      DATA_DIR: dataDir,
      ...compiled,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let printed = "";
  const url = await new Promise<string | undefined>((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const opened = /running at (\S+)/.exec(printed);
      if (opened) resolve(opened[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => resolve(undefined));
  });
  return { child, url, printed: () => printed };
}

test.each([
  [{ PORT: "eighty" }, /^PORT is not a whole number: "eighty"\. Use a value like 3000/],
  [{ METRICS_PORT: "0", METRICS_HOST: "no.such.host.invalid" }, /^METRICS_HOST no\.such\.host\./],
  [{ DATA_DIR: "/dev/null/data" }, /^DATA_DIR \/dev\/null\/data can't be used \(ENOTDIR\)/],
  [{ HOST: "no.such.host.invalid" }, /^HOST no\.such\.host\.invalid is unknown\./],
  [{ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" }, /DATABASE_URL/],
  [{ WORKERS: "2", DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" }, /DATABASE_URL/],
  [{ WORKERS: "2", DATA_DIR: "/dev/null/data" }, /^DATA_DIR \/dev\/null\/data can't be used/],
  [{ WORKERS: "2", HOST: "no.such.host.invalid" }, /^HOST no\.such\.host\.invalid is unknown\./],
])("a wrong setting %o stops the start with one sentence", async (settings, sentence) => {
  const { child, url, printed } = await start(settings);
  expect(url).toBeUndefined();
  expect(child.exitCode).toBe(1);
  const said = printed()
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("{"));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(sentence);
});

test("warns about an unknown setting, a BACKUP_TO it can't write, and a signal for workers", async () => {
  const { child, url, printed } = await start({
    TRUST_PROXYS: "1",
    BACKUP_TO: "/dev/null/backups",
  });
  expect(url).toBeDefined();
  // It has no workers to replace, and must go on.
  child.kill("SIGUSR2");
  await ready(url);
  // Its last log lines are flushed before it exits.
  expect(await end(child, "SIGTERM")).toBe(0);
  expect(printed()).toContain(
    "TRUST_PROXYS is not a setting and is ignored. Did you mean TRUST_PROXY?",
  );
  expect(printed()).toContain(
    "BACKUP_TO can't be written: /dev/null/backups. Backups fail until this is fixed.",
  );
  expect(printed()).toContain("SIGUSR2 replaces workers one by one");
});

test("reports a port in use, and stops the database", async () => {
  const first = await start();
  const port = new URL(first.url ?? "").port;
  const other = await mkdtemp(join(tmpdir(), "ld-process-"));
  await copyTo(other);
  const second = await start({ PORT: port, DATA_DIR: other });
  expect(second.child.exitCode).toBe(1);
  expect(second.printed()).toContain(`PORT ${port} is in use`);
  expect(second.printed()).not.toMatch(/^\s+at /m);
  const { stdout } = await run("ps", ["-eo", "args"]);
  expect(stdout).not.toContain(other);
  await rm(other, { recursive: true, force: true });
});

test("refuses a second process on the same data, without harm", async () => {
  const first = await start();
  const second = await start();
  expect(second.url).toBeUndefined();
  expect(second.child.exitCode).toBe(1);
  expect(second.printed()).toMatch(/in use by another process/);
  expect(second.printed()).not.toMatch(/^\s+at /m);
  await ready(first.url);
});

test("creates nothing when its port is taken", async () => {
  const first = await start();
  const settings = { PORT: new URL(first.url ?? "").port, DATA_DIR: join(dataDir, "taken") };
  for (const WORKERS of ["1", "2"]) {
    const second = await start({ ...settings, WORKERS });
    expect(second.child.exitCode).toBe(1);
    expect(second.printed()).toContain(`PORT ${settings.PORT} is in use`);
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  }
});

test("a first start that fails after it created the admin has printed the password", async () => {
  const first = await start();
  const settings = {
    METRICS_PORT: new URL(first.url ?? "").port,
    DATA_DIR: join(dataDir, "failed"),
  };
  const second = await start(settings);
  expect(second.child.exitCode).toBe(1);
  expect(second.printed()).toContain(`METRICS_PORT ${settings.METRICS_PORT} is in use`);
  expect(second.printed()).toMatch(/Password \(shown only now\): \S{12,}/);
});

test("exits with 0 on SIGTERM, and the next start needs no recovery", async () => {
  const first = await start({ DATA_DIR: join(dataDir, "new") });
  expect(first.printed()).toMatch(/Password \(shown only now\): \S{12,}/);
  expect(await end(first.child, "SIGTERM")).toBe(0);
  const second = await start({ DATA_DIR: join(dataDir, "new") });
  await ready(second.url);
  expect(second.printed()).toContain("admin@example.com");
  expect(second.printed()).not.toContain("Password");
});

test("several workers share the database of this machine, which ends with them", async () => {
  const { child, url, printed } = await start({ WORKERS: "2", DATA_DIR: join(dataDir, "new") });
  expect(printed()).toMatch(/Password \(shown only now\): \S{12,}/);
  // Each connection goes to another worker.
  for (let asked = 0; asked < 4; asked++) await ready(url);
  expect(await end(child, "SIGTERM")).toBe(0);
  expect(printed().match(/is running at/g)).toHaveLength(1);
  expect(printed()).not.toMatch(/"level":"(warn|error)"/);
  expect(existsSync(join(dataDir, "new", "postgres", "postmaster.pid"))).toBe(false);
});

test("finishes requests in progress after SIGTERM", async () => {
  const { child, url, printed } = await start();
  const { hostname, port } = new URL(url ?? "");
  const key = /sb_publishable_[\w-]+/.exec(await (await fetch(`${url}/admin/login`)).text())?.[0];
  const body = '{"formData":{}}';
  const answer = new Promise<number>((resolve, reject) => {
    const headers = {
      apikey: key,
      "content-type": "application/json",
      "content-length": body.length,
    };
    const path = "/functions/v1/send-contact-email";
    const sent = request({ hostname, port, method: "POST", path, headers }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.write(body.slice(0, 5), async () => {
      child.kill("SIGTERM");
      // Once it refuses connections it is shutting down, while this request's body is still arriving.
      await expect.poll(() => fetch(`${url}/healthz`).catch(() => "refused")).toBe("refused");
      sent.end(body.slice(5));
    });
  });
  expect(await answer).toBe(400);
  await expect.poll(() => child.exitCode).toBe(0);
  expect(printed()).not.toMatch(/"level":"error"/);
});

test("works in a private parent folder, also as root", async () => {
  const closed = join(dataDir, "closed");
  await mkdir(closed, { mode: 0o700 });
  const { url } = await start({ DATA_DIR: join(closed, "data") });
  await ready(url);
});

test("takes over a running database after SIGKILL", async () => {
  const first = await start();
  await end(first.child, "SIGKILL");
  const second = await start();
  await ready(second.url);
});
