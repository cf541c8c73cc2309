import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endAll, signedIn, startOurs } from "../tools/server.ts";
import { notRun, step } from "../tools/steps.ts";

const MB = 1024 * 1024;
const ROOT = "/sys/fs/cgroup";

/** The site runs within the minimum memory stated in docs/deploy.md. Skipped on machines without cgroups. */
export async function startsInMemory(folder: string): Promise<void> {
  const line = /^\| memory, .*? \| (\d+) MB \|/m.exec(readFileSync("docs/deploy.md", "utf8"));
  const limit = Number(line?.[1]);
  const what = `a new site starts, serves and signs in within ${limit} MB`;
  const group = newGroup(limit * MB);
  if (typeof group === "string") return notRun(what, group);
  await step(what, async () => {
    const join = `echo $$ > ${group.processes} && exec "$@"`;
    const { child, url } = await startOurs(folder, "memory", { through: ["sh", "-c", join, "sh"] });
    try {
      for (const path of ["/", "/pricing", "/contact", "/admin/login"]) {
        const { status } = await fetch(url + path);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }
      await signedIn(url);
      if (child.exitCode !== null || group.killed() > 0) throw new Error("a process was killed");
      return `${Math.round(group.most() / MB)} MB at most, with the system's cache of files`;
    } finally {
      await endAll([child]);
    }
  });
  // A cgroup whose last process just exited may still be busy. Leaving it is harmless: it is empty.
  try {
    rmdirSync(group.path);
  } catch {}
}

/** A cgroup below our own with this memory limit, or the reason why there is none. */
function newGroup(bytes: number) {
  const own = readFileSync("/proc/self/cgroup", "utf8");
  const first = /^\d+:(?:[\w,=]+,)?memory(?:,[\w,=]+)?:(.*)$/m.exec(own)?.[1];
  const second = /^0::(.*)$/m.exec(own)?.[1];
  const parent = first === undefined ? join(ROOT, second ?? "") : join(ROOT, "memory", first);
  const path = join(
    existsSync(parent) ? parent : join(ROOT, first === undefined ? "" : "memory"),
    `deploy-${process.ppid}-${bytes}`,
  );
  const [max, peak] =
    first === undefined
      ? ["memory.max", "memory.peak"]
      : ["memory.limit_in_bytes", "memory.max_usage_in_bytes"];
  const events = join(path, first === undefined ? "memory.events" : "memory.oom_control");
  try {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, max), String(bytes));
  } catch (error) {
    return `this machine lets nobody limit memory (${(error as Error).message})`;
  }
  return {
    path,
    processes: join(path, "cgroup.procs"),
    most: () => Number(readFileSync(join(path, peak), "utf8")),
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, "utf8"))?.[1] ?? 0),
  };
}
