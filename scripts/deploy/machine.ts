import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where docs/deploy.md puts the program. */
export const PROGRAM = "/opt/loading-dock";
/** A checkout owned by the service user, for commands run through npm. */
export const CHECKOUT = "/srv/site";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Mounts overlays on the machine's folders: writes to them are discarded with the mount namespace. There is
 * no systemd here, so the two programs in stand-ins/ start services from their unit files.
 */
export function mountOverlays(folder: string) {
  const layers = join(folder, "layers");
  mkdirSync(layers);
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", layers]);
  for (const path of ["/etc", "/var", "/srv", "/usr/local"]) overlay(layers, path, path);
  // The program with its packages is too large for tmpfs, so it stays on disk.
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
  // The origin that docs/deploy.md clones: the current tree, including uncommitted changes.
  const origin = join(folder, "origin");
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  const state = git("stash", "create") || git("rev-parse", "HEAD");
  git("init", "-q", "--bare", "-b", "main", origin);
  git("push", "-q", origin, `${state}:refs/heads/main`);
}

/** Makes the service user's checkout, as an overlay on the program's folder. */
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
  /** entered in a terminal at each password prompt */
  password?: string;
  /** the folder of index.ts; set if the command needs the host machine's network */
  network?: string | undefined;
}

/** Runs one line in a shell, as if `user` had logged in. */
export function runLine(line: string, { user, cwd, env = {}, password, network }: Run) {
  const shell = password ? ["script", "-qec", line, "/dev/null"] : ["sh", "-c", line];
  const login = user === "root" ? shell : ["runuser", "-u", user, "--", ...shell];
  const words = network ? ["nsenter", `--net=${join(network, "network")}`, ...login] : login;
  // npm's registry settings come from the machine's environment.
  const base = network ? process.env : { HOME: user === "root" ? "/root" : CHECKOUT };
  const child = spawn(words[0] as string, words.slice(1), {
    cwd,
    env: { ...base, PATH, SHELL: "/bin/sh", TERM: "dumb", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let asked = 0;
  const onOutput = (text: Buffer) => {
    output += text;
    for (
      const times = output.match(/(password[^\n]*|again): /gi)?.length ?? 0;
      asked < times;
      asked++
    )
      child.stdin.write(`${password}\n`);
  };
  child.stdout.on("data", onOutput);
  child.stderr.on("data", onOutput);
  if (!password) child.stdin.end();
  const ended = new Promise<Ran>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
  return { child, ended, said: () => output };
}
