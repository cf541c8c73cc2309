import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where docs/deploy.md puts the program. */
export const PROGRAM = "/opt/loading-dock";
/** A checkout of the service's user, for commands as npm runs them. */
export const CHECKOUT = "/srv/site";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Lays the machine's folders over: what is written below them is gone with the mount namespace. Instead of systemd, which
 * runs on no such machine, the two programs in stand-ins/ start services by their units.
 */
export function layOut(folder: string) {
  const layers = join(folder, "layers");
  mkdirSync(layers);
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", layers]);
  for (const path of ["/etc", "/var", "/srv", "/usr/local"]) overlay(layers, path, path);
  // The program with its packages is large: on the disk.
  const program = join(folder, "opt");
  mkdirSync(program);
  execFileSync("mount", ["--bind", program, "/opt"]);
  execFileSync("mount", ["-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run"]);
  const scripts = import.meta.dirname;
  for (const name of ["systemctl", "journalctl"]) {
    const path = join("/usr/local/bin", name);
    const script = join(scripts, "stand-ins", `${name}.ts`);
    writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`);
    chmodSync(path, 0o755);
  }
  // The checkout that docs/deploy.md clones: the tree as it is, with what is not committed yet.
  const origin = join(folder, "origin");
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  const state = git("stash", "create") || git("rev-parse", "HEAD");
  git("init", "-q", "--bare", "-b", "main", origin);
  git("push", "-q", origin, `${state}:refs/heads/main`);
}

/** The checkout of the service's user, above the program's folder. */
export function makeCheckout(folder: string) {
  mkdirSync(CHECKOUT, { recursive: true });
  overlay(join(folder, "layers"), PROGRAM, CHECKOUT);
  execFileSync("chown", ["loading-dock:", CHECKOUT]);
}

function overlay(layers: string, lower: string, path: string) {
  const name = path.replaceAll("/", "_");
  const [upper, work] = [join(layers, `${name}-upper`), join(layers, `${name}-work`)];
  mkdirSync(upper);
  mkdirSync(work);
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  execFileSync("mount", ["-t", "overlay", "overlay", "-o", options, path]);
}

interface Ran {
  code: number | null;
  output: string;
}

interface Run {
  user: string;
  cwd: string;
  env?: Record<string, string>;
  /** typed at a terminal whenever a password is asked for */
  password?: string;
  /** the folder of index.ts, whose machine's network the command needs */
  network?: string | undefined;
}

/** Runs one line in a shell, as a person does who logs in as `user`. */
export function runLine(line: string, { user, cwd, env = {}, password, network }: Run) {
  const shell = password ? ["script", "-qec", line, "/dev/null"] : ["sh", "-c", line];
  const login = user === "root" ? shell : ["runuser", "-u", user, "--", ...shell];
  const words = network ? ["nsenter", `--net=${join(network, "network")}`, ...login] : login;
  // npm's settings for its registry belong to the machine.
  const base = network ? process.env : { HOME: user === "root" ? "/root" : CHECKOUT };
  const child = spawn(words[0] as string, words.slice(1), {
    cwd,
    env: { ...base, PATH, SHELL: "/bin/sh", TERM: "dumb", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let asked = 0;
  const heard = (text: Buffer) => {
    output += text;
    for (const times = output.match(/password[^\n]*: /gi)?.length ?? 0; asked < times; asked++)
      child.stdin.write(`${password}\n`);
  };
  child.stdout.on("data", heard);
  child.stderr.on("data", heard);
  if (!password) child.stdin.end();
  const ended = new Promise<Ran>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
  return { child, ended, said: () => output };
}
