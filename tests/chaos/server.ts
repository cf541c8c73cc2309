import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { runningPostgres } from "#server/backend/postgres/running.ts";
import { compiled } from "#tests/support/compiled.ts";
import { freePort } from "../../bench/tools/server.ts";
import { NODE_FLAGS } from "../../scripts/node-flags.mjs";
import { databaseProcesses, processesOf, signal } from "./processes.ts";

export const ADMIN = { email: "admin@example.com", password: "only-while-it-is-chaos" };
const READY_MS = 120_000;

/** The built server with its embedded database, to be killed and started again in one folder. */
export type Server = Awaited<ReturnType<typeof newServer>>;

/**
 * @param settings environment variables besides the defaults
 * @param home an empty folder of a disk that was made for it; left out: a temporary one
 */
export async function newServer(settings: Record<string, string> = {}, home?: string) {
  const folder = home ?? (await mkdtemp(join(tmpdir(), "chaos-")));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const temporary = join(folder, "tmp");
  await mkdir(temporary, { mode: 0o777 });
  await chmod(temporary, 0o777);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log = join(tmpdir(), `chaos-${port}.log`);
  let child: ChildProcess | undefined;
  let readyIn = 0;

  // Whatever ends the run, nothing goes on.
  process.once("exit", () => {
    if (child?.exitCode === null) child.kill("SIGKILL");
    for (const pid of processesOf(folder)) signal(pid, "SIGKILL");
  });

  function launch() {
    child = spawn(process.execPath, [...NODE_FLAGS, "server/index.ts"], {
      env: {
        ...{ PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port) },
        ...{ DATA_DIR: dataDir, TMPDIR: temporary, SITE_URL: url, RATE_LIMITS: "off" },
        ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
        ...{ WEBHOOKS_TO: "anywhere", BACKUP_AT: "off", LOG_LEVEL: "warn" },
        ...compiled,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const sink = createWriteStream(log, { flags: "a" });
    child.stdout?.pipe(sink, { end: false });
    child.stderr?.pipe(sink, { end: false });
    return child;
  }

  const alive = () => child?.exitCode === null && child.signalCode === null;

  async function ready() {
    const began = performance.now();
    for (;;) {
      const said = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        async (answer) => answer.ok || `${answer.status} ${await answer.text()}`,
        (error) => String(error.cause ?? error),
      );
      if (said === true) break;
      const ended = alive() ? "" : `it ended with ${child?.exitCode ?? child?.signalCode}; `;
      if (ended || performance.now() - began > READY_MS)
        throw new Error(`The server is not ready: ${ended}${said}; see ${log}`);
      await pause(50);
    }
    readyIn = performance.now() - began;
  }

  async function end(how: NodeJS.Signals) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(how);
    await ended;
  }

  return {
    ...{ url, folder, dataDir, temporary, log, launch, ready },
    cluster: join(dataDir, "postgres"),
    pid: () => child?.pid as number,
    /** milliseconds that it last took until ready */
    readyIn: () => Math.round(readyIn),
    alive,
    async start() {
      launch();
      await ready();
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    /** a superuser's connection to the embedded database */
    async sql(): Promise<Sql> {
      const password = await readFile(join(dataDir, "database-password"), "utf8");
      const address = runningPostgres(join(dataDir, "postgres"), password);
      if (!address) throw new Error("no database runs");
      return connect(address, 2);
    },
    async remove() {
      await end("SIGKILL");
      for (const pid of databaseProcesses(join(dataDir, "postgres"))) signal(pid, "SIGKILL");
      await pause(200);
      if (!home) await rm(folder, { recursive: true, force: true });
    },
  };
}
