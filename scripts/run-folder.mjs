// One temporary folder for a test run: everything it starts writes there, and it is removed afterwards.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Bytes: six times what a run writes at once. */
const MEMORY_FREE = 4 * 1024 ** 3;

/** Prefix of a test file's own folder, which may stay until the end of the run. */
export const FILE_FOLDER = "of-";

const OWNER = /^ld-run-(\d+)-/;

let isOpen = false;

/** A socket path must be under 104 bytes, and macOS's deep temporary folder would exceed that. */
const shortBase = () => (tmpdir().length > 24 && existsSync("/tmp") ? "/tmp" : tmpdir());

/**
 * A folder in memory, if it has room, or else on disk. A run creates and drops hundreds of databases with a thousand
 * files each. On a disk that takes twice the CPU time of the tests themselves.
 */
export function quickFolder() {
  if (!existsSync(MEMORY)) return shortBase();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > MEMORY_FREE ? MEMORY : shortBase();
}

/** Prefix of this process's folders. */
export const runPrefix = () => `ld-run-${process.pid}-`;

/**
 * Creates the folder and points TMPDIR to it, for this process and its children. When the process ends, the
 * folder is removed and all processes using it are killed. After SIGKILL, the next run does that.
 * @returns `close`, which removes the folder, and throws the names of anything left in it
 */
export function openRunFolder() {
  const bases = [shortBase(), MEMORY].filter((base) => existsSync(base));
  const runs = (wanted) =>
    bases.flatMap((base) =>
      readdirSync(base)
        .filter((name) => wanted(Number(OWNER.exec(name)?.[1])))
        .map((name) => join(base, name)),
    );
  // A run that was killed may have had the same process id.
  const isLeft = (pid) => isGone(pid) || (!isOpen && pid === process.pid);
  for (const folder of runs(isLeft)) removeRun(folder);
  isOpen = true;
  const folder = mkdtempSync(join(quickFolder(), runPrefix()));
  // The database runs as a separate system user, which must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;

  const own = () => runs((pid) => pid === process.pid);
  process.once("exit", () => own().forEach(removeRun));
  // By default these signals skip exit handlers. The test runner handles SIGINT.
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

/** What is left in a run's folder, or in a test file's folder, prefixed with its name. */
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
      // It ended in the meantime.
    }
  }
  try {
    // Processes that were just killed may still be finishing a write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    // The folder belongs to another user, whose next run removes it.
    if (error.code !== "EACCES" && error.code !== "EPERM") throw error;
  }
}

/** Processes with the folder in their command line or environment. Needs /proc; empty without it. */
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
