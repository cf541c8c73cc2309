import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, fchownSync, openSync, readFileSync } from "node:fs";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SettingError } from "#server/runtime/env.ts";
import { type PostgresBinaries, postgresBinaries } from "./binaries.ts";
import { createCluster } from "./cluster.ts";
import { majorOf } from "./old-postgres.ts";
import { SOCKET, stopOrphanedServer, urlOf } from "./running.ts";
import { databaseUser, type RunAs, startAs } from "./user.ts";

export interface PostgresServer {
  /** a superuser's URL to the database `postgres`, over a Unix socket */
  url: string;
  /** Fast shutdown: rolls back open transactions and flushes data. Resolves once it has exited. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** the cluster's own folder; created if missing */
  folder: string;
  password: string;
  maxConnections: number;
  /** false only for throwaway test clusters */
  durable: boolean;
  /** omitted: the PostgreSQL that comes with this program */
  binaries?: PostgresBinaries;
  /** Called when the server has crashed and is being restarted. */
  onCrash?: (reason: string) => void;
}

/**
 * Starts the embedded PostgreSQL on a Unix socket. First it creates the cluster if there is none,
 * and stops a server that a killed process left running. A crashed server is restarted on the same
 * socket. The caller must hold the folder's lock.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { folder, password, onCrash } = options;
  const binaries = options.binaries ?? (await postgresBinaries());
  const as = databaseUser([binaries.postgres, folder]);
  if (!existsSync(join(folder, "PG_VERSION"))) await createCluster(binaries, as, options);
  await stopOrphanedServer(binaries, as, folder);

  const socket = await socketFolder(folder, as);
  let stopping = false;
  let child: ChildProcess;
  const start = async () => {
    child = launch(binaries, as, socket.path, options);
    await ready(child, folder);
    child.once("exit", () => stopping || revive());
  };
  const revive = async (pause = RESTART_PAUSE_MS): Promise<void> => {
    onCrash?.(lastLogLines(folder));
    await delay(pause, undefined, { ref: false });
    if (!stopping) await start().catch(() => revive(Math.min(pause * 2, 30_000)));
  };
  await start();

  return {
    url: urlOf(socket.path, password),
    async stop() {
      stopping = true;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.ref();
      // Kill it if it doesn't stop in time: it recovers from its log at the next start.
      const atOnce = setTimeout(() => child.kill("SIGQUIT"), STOP_MS);
      if (child.kill("SIGINT")) await exited;
      clearTimeout(atOnce);
      await socket.remove();
    },
  };
}

/** A fast shutdown takes a second or two. */
const STOP_MS = 8_000;

/** The children of a killed server need a moment to notice and release its memory. */
const RESTART_PAUSE_MS = 200;

/** A socket's path must stay under 107 bytes (sockaddr_un), so a deep data folder gets one in /tmp. */
async function socketFolder(folder: string, as: RunAs) {
  if (Buffer.byteLength(join(folder, SOCKET)) < 107)
    return { path: folder, remove: async () => {} };
  const path = await mkdtemp(join(tmpdir(), "ld-"));
  if (as.uid !== undefined && as.gid !== undefined) await chown(path, as.uid, as.gid);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function launch(binaries: PostgresBinaries, as: RunAs, socket: string, options: PostgresOptions) {
  const { folder, maxConnections, durable } = options;
  const settings = {
    listen_addresses: "",
    unix_socket_directories: socket,
    max_connections: maxConnections,
    // For a small machine: one site's data fits, and each process that isn't started saves 5 MB.
    shared_buffers: "32MB",
    max_wal_size: "256MB",
    // A rollback drops and creates every table, policy and function in one transaction.
    max_locks_per_transaction: 256,
    max_worker_processes: 0,
    max_logical_replication_workers: 0,
    max_parallel_workers: 0,
    autovacuum_max_workers: 1,
    max_wal_senders: 0,
    wal_level: "minimal",
    // Earlier versions don't have this setting.
    ...(majorOf(binaries) >= 18 && { io_method: "sync" }),
    jit: "off",
    // The configuration that initdb wrote has the machine's, which counts more than TZ.
    timezone: "UTC",
    // The API handles refused statements and logs them itself; this log is only for the server's own
    // events.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Not a pipe: the server must be able to write when it outlives us. Not in our process group:
  // Ctrl+C in the terminal is for us, and we stop the server after the last request.
  const log = openSync(join(folder, "server.log"), "w", 0o600);
  if (as.uid !== undefined && as.gid !== undefined) fchownSync(log, as.uid, as.gid);
  const server = startAs(as, binaries.postgres, ["-D", folder, ...args]);
  const child = spawn(server.file, server.args, {
    ...server.user,
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    env: { LC_ALL: "C", TZ: "UTC" },
  });
  closeSync(log);
  child.unref();
  return child;
}

/** PostgreSQL writes `ready` to line 8 of its pid file once it accepts connections. */
async function ready(child: ChildProcess, folder: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  let failure: string | undefined;
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("exit", (code) => {
    failure = `it ended with code ${code}`;
  });
  for (;;) {
    const lines = await readFile(join(folder, "postmaster.pid"), "utf8").then(
      (text) => text.split("\n"),
      () => [],
    );
    if (lines[0] === String(child.pid) && lines[7]?.trim() === "ready") return;
    if (performance.now() > deadline) failure = "it was not ready within 60 seconds";
    if (failure) {
      child.kill("SIGKILL");
      throw new SettingError(
        `The database did not start: ${failure}. ${lastLogLines(folder)}`.trim(),
      );
    }
    await delay(5);
  }
}

function lastLogLines(folder: string): string {
  try {
    const log = readFileSync(join(folder, "server.log"), "utf8");
    return log.trim().split("\n").slice(-3).join(" ");
  } catch {
    return "";
  }
}
