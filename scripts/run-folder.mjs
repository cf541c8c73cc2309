// One temporary folder for a run of tests: whatever it starts writes there, and nothing stays behind.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Memory as a folder, where there is one: test databases are quicker there (tests/support/cluster.ts). */
export const MEMORY = "/dev/shm";

/** What the name of a test file's own folder starts with, which may stay until the end. */
export const FILE_FOLDER = "of-";

const OWNER = /^ld-run-(\d+)-/;

/** A socket's path has to stay under 104 bytes: folders below a deep one, as macOS has, would be beyond. */
const shortBase = () => (tmpdir().length > 24 && existsSync("/tmp") ? "/tmp" : tmpdir());

/** What a folder of this process starts with; anyone who makes one elsewhere, in MEMORY, uses it too. */
export const runPrefix = () => `ld-run-${process.pid}-`;

/**
 * Makes the folder and points TMPDIR to it, for this process and those that it starts. However this process
 * ends, the folder is removed with all that still runs in it; after SIGKILL the next run does so.
 * @returns `close` ends that, and throws when something was left behind, with the name of what left it
 */
export function openRunFolder() {
  const bases = [shortBase(), MEMORY].filter((base) => existsSync(base));
  const runs = (wanted) =>
    bases.flatMap((base) =>
      readdirSync(base)
        .filter((name) => wanted(Number(OWNER.exec(name)?.[1])))
        .map((name) => join(base, name)),
    );
  for (const folder of runs(isGone)) removeRun(folder);
  const folder = mkdtempSync(join(bases[0], runPrefix()));
  // The database has a system user of its own, who has to come through.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;

  const own = () => runs((pid) => pid === process.pid);
  process.once("exit", () => own().forEach(removeRun));
  // Their default ends a process without its exit handlers. SIGINT is the test runner's.
  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])
    process.once(signal, () => process.exit(code));

  return {
    folder,
    close() {
      const left = own().flatMap((each) =>
        leftIn(each).map((path) => (each === folder ? path : join(each, path))),
      );
      own().forEach(removeRun);
      if (left.length > 0)
        throw new Error(`${left.length} left behind in the temporary folder: ${left.join(", ")}`);
    },
  };
}

/** What lies in a run's folder, or in one of a test file, which is named with it. */
function leftIn(folder) {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith(FILE_FOLDER)
      ? readdirSync(join(folder, name)).map((inside) => join(name, inside))
      : [name],
  );
}

function isGone(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function removeRun(folder) {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  try {
    // What was ended just now may still be writing its last.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    // Another user's, whose own next run removes it.
    if (error.code !== "EACCES" && error.code !== "EPERM") throw error;
  }
}

/** Processes that were started with the folder in their command or environment; where /proc tells. */
function processesOf(folder) {
  if (!existsSync("/proc/self/environ")) return [];
  const read = (path) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ["cmdline", "environ"].some((file) => read(join("/proc", pid, file)).includes(folder)),
    )
    .map(Number);
}
