import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The postmaster of a cluster's folder and all its processes; empty when none runs. */
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

/** Sends a signal, and ignores a process that has already exited. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Processes started for this folder: it is in their command line. */
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

/** MB of resident memory of a process. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
