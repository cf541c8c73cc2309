import type { ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { compiled } from "#tests/support/programs.ts";
import {
  ADMIN,
  databaseOf,
  end,
  freePort,
  hasEnded,
  launchOurs,
  until,
} from "../../scripts/tools/server.ts";
import { databaseProcesses, processesOf, signal } from "./processes.ts";

export { ADMIN };

const READY_MS = 120_000;

/** The built server with its embedded database, to be killed and restarted in one folder. */
export type Server = Awaited<ReturnType<typeof newServer>>;

/**
 * @param settings environment variables besides the defaults
 * @param home an empty folder on a disk made for it; defaults to a temporary one
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

  // However the run ends, stop all its processes.
  process.once("exit", () => {
    if (child?.exitCode === null) child.kill("SIGKILL");
    for (const pid of processesOf(folder)) signal(pid, "SIGKILL");
  });

  function launch() {
    child = launchOurs(dataDir, port, {
      settings: {
        TMPDIR: temporary,
        SITE_URL: url,
        WEBHOOKS_TO: "anywhere",
        BACKUP_AT: "off",
        LOG_LEVEL: "warn",
        ...compiled,
        ...settings,
      },
      log: createWriteStream(log, { flags: "a" }),
    });
    return child;
  }

  const alive = () => child !== undefined && !hasEnded(child);

  async function ready() {
    const started = performance.now();
    let said = "";
    const serves = () =>
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        async (answer) => {
          if (!answer.ok) said = `${answer.status} ${await answer.text()}`;
          return answer.ok;
        },
        (error) => {
          said = String(error.cause ?? error);
          return false;
        },
      );
    await until(serves, () => {
      const ended = alive() ? "" : `it ended with ${child?.exitCode ?? child?.signalCode}; `;
      const late = performance.now() - started > READY_MS;
      return ended || late ? `The server is not ready: ${ended}${said}; see ${log}` : undefined;
    });
    readyIn = performance.now() - started;
  }

  const stop = async (how: NodeJS.Signals) => {
    if (child) await end(child, how);
  };

  return {
    url,
    folder,
    dataDir,
    temporary,
    log,
    launch,
    ready,
    cluster: join(dataDir, "postgres"),
    pid: () => child?.pid as number,
    /** milliseconds that the last start took until ready */
    readyIn: () => Math.round(readyIn),
    alive,
    async start() {
      launch();
      await ready();
    },
    kill: () => stop("SIGKILL"),
    stop: () => stop("SIGTERM"),
    /** a superuser's connection to the embedded database */
    sql: (): Promise<Sql> => databaseOf(dataDir, 2),
    async remove() {
      await stop("SIGKILL");
      for (const pid of databaseProcesses(join(dataDir, "postgres"))) signal(pid, "SIGKILL");
      await pause(200);
      if (!home) await rm(folder, { recursive: true, force: true });
    },
  };
}
