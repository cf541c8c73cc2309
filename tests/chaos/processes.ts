import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The postmaster of a cluster's folder and every process it has; nothing when none runs. */
export function databaseProcesses(folder: string): number[] {
  try {
    const first = Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10);
    return [first, ...childrenOf(first)];
  } catch {
    return [];
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Sends a signal; a process that is gone already is fine. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Processes that were started for this folder: their command line names it. */
export const processesOf = (folder: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
      } catch {
        return false;
      }
    })
    .map(Number);

/** MB of memory that the system counts for a process. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
