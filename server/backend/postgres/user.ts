import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The system user that runs the database; empty means our own user. */
export interface RunAs {
  uid?: number;
  gid?: number;
  /** the command, with arguments, that switches to this user and opens closed folders to it */
  through?: string[];
}

/**
 * PostgreSQL refuses to run as root. As root (a plain container, CI), the system user `postgres`
 * runs it, created if missing. That user can't enter root's own folders, such as /root. Then the
 * database gets the right to pass and read closed folders, which is still far less than root.
 * @param paths what the database must be able to reach
 */
export function databaseUser(paths: string[]): RunAs {
  if (process.getuid?.() !== 0) return {};
  const user = findOrMake();
  if (paths.every((path) => reaches(user, path))) return user;
  return { ...user, through: privilegeDropCommand() };
}

/** How to start a program as this user: file, arguments, and options for spawn and execFile. */
export function startAs({ uid, gid, through }: RunAs, file: string, args: string[]) {
  const [changer, ...options] = through ?? [];
  return changer
    ? { file: changer, args: [...options, file, ...args], user: {} }
    : { file, args, user: { uid, gid } };
}

interface User {
  uid: number;
  gid: number;
}

function findOrMake(): User {
  try {
    return lookUp();
  } catch {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    return lookUp();
  }
}

function lookUp(): User {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Whether the user may pass through every folder above this path. */
function reaches({ uid, gid }: User, path: string): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found) {
      const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
      if (!((found.mode >> shift) & 1)) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** capabilities(7), the weaker one first */
const CAPABILITIES = [
  { name: "dac_read_search", bit: 2n },
  { name: "dac_override", bit: 1n },
];

/** util-linux's setpriv with a capability of this process; undefined if it has none to pass on. */
function privilegeDropCommand(): string[] | undefined {
  const status = readFileSync("/proc/self/status", "utf8");
  const have = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? "0"}`);
  const capability = CAPABILITIES.find(({ bit }) => (have >> bit) & 1n);
  if (!capability) return undefined;
  const caps = `+${capability.name}`;
  return [
    "setpriv",
    "--reuid=postgres",
    "--regid=postgres",
    "--clear-groups",
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
  ];
}
