import { execFile } from "node:child_process";
import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./binaries.ts";
import { type RunAs, startAs } from "./user.ts";

const run = promisify(execFile);

/** @param socket the folder of the socket */
export const urlOf = (socket: string, password: string) =>
  `postgresql://postgres:${encodeURIComponent(password)}@localhost/postgres?host=${encodeURIComponent(socket)}`;

/** The URL of the server that another process runs on this folder; undefined if there is none. */
export function runningPostgres(folder: string, password: string): string | undefined {
  const pid = postmasterPid(folder);
  if (pid === undefined || !isAlive(pid)) return undefined;
  const socket = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[4];
  return socket && urlOf(socket, password);
}

/** A server that outlived its Node process still owns the folder: stop it cleanly first. */
export async function stopOrphanedServer(binaries: PostgresBinaries, as: RunAs, folder: string) {
  const pid = postmasterPid(folder);
  if (pid === undefined) return;
  if (isAlive(pid) && isPostgresOn(folder, pid)) {
    const args = ["stop", "-D", folder, "-m", "fast", "-w", "-t", "30"];
    const stop = startAs(as, binaries.pg_ctl, args);
    await run(stop.file, stop.args, { ...stop.user, cwd: "/" });
  } else {
    // The files come from another machine or container. Their process ID may belong to any process
    // now, and PostgreSQL would mistake that process for our server.
    for (const name of ["postmaster.pid", `${SOCKET}.lock`])
      rmSync(join(folder, name), { force: true });
  }
}

/** PostgreSQL names its socket after the port, which is always the default here. */
export const SOCKET = ".s.PGSQL.5432";

function postmasterPid(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether this process is a server on this folder: process IDs are reused, even by another postgres. */
function isPostgresOn(folder: string, pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return realpathSync(words[words.indexOf("-D") + 1] ?? "") === realpathSync(folder);
  } catch {
    return false;
  }
}
