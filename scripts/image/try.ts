// `npm run test:image`, as root on Debian with debootstrap: runs the steps of deploy/Dockerfile in a fresh
// Debian, on machines without a container engine. Starts the result as the image would: as its user, with a
// read-only root and only /data and /tmp writable.
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentOf, type Stage, stagesOf, wordsOf } from "./dockerfile.ts";

/** The user `node` in the official Node images. */
const USER = "1000";
const PORT = "3999";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const AUTHORITIES = "etc/ssl/certs/authorities.pem";
/** The source of a COPY without --from. */
const CONTEXT = "";
const START_MS = 120_000;

/** Runs a command to its end. @throws with its output when it fails */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, encoding: "utf8" });
  if (error || status !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** Creates a Debian with Node, npm and a user `node`, like the Dockerfile's base image. */
function makeBase(root: string) {
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", root]);
  copyFileSync("node_modules/node/bin/node", join(root, "usr/local/bin/node"));
  // The npm that runs this script.
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath ?? "")));
  cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm")]);
  copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  // Trust the network's own certificate authority, if this machine has one.
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (NODE_EXTRA_CA_CERTS) copyFileSync(NODE_EXTRA_CA_CERTS, join(root, AUTHORITIES));
  run("chroot", [root, "useradd", "--uid", USER, "--create-home", "node"]);
}

/** Copies what COPY would take: the files of a clean clone, plus uncommitted ones. */
function copyRepository(to: string) {
  const files = run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  for (const file of files.split("\0").filter(existsSync))
    cpSync(file, join(to, file), { preserveTimestamps: true });
}

/** `COPY [--from=STAGE] SOURCE… TARGET`: copies a folder's contents into the target, and files below it. */
function copy(text: string, target: string, rootOf: Map<string, string>) {
  const words = text.split(" ");
  const from = /^--from=(.+)$/.exec(words[0] ?? "")?.[1];
  if (from) words.shift();
  const into = join(target, words.pop() ?? "");
  for (const word of words) {
    const path = join(rootOf.get(from ?? CONTEXT) ?? "", word);
    run("cp", ["-a", ...(statSync(path).isDirectory() ? ["-T", path, into] : [path, into])]);
  }
}

/** Runs the steps that change the stage's files. */
function takeSteps(stage: Stage, root: string, rootOf: Map<string, string>) {
  let workdir = "/";
  const env = {
    PATH,
    HOME: "/root",
    NODE_EXTRA_CA_CERTS: `/${AUTHORITIES}`,
    npm_config_registry: run("npm", ["config", "get", "registry"]).trim(),
    ...environmentOf(stage),
  };
  for (const { name, text } of stage.steps) {
    if (name !== "ENV") console.log(name, text);
    if (name === "WORKDIR") {
      workdir = text;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (name === "COPY") copy(text, join(root, workdir), rootOf);
    else if (name === "RUN")
      run("chroot", [root, "/bin/sh", "-c", `cd ${workdir} && ${text}`], env);
  }
}

/** Starts the image's command with a read-only root. @returns the exit code after SIGTERM */
async function start(stage: Stage, root: string): Promise<number | null> {
  const [data, scratch] = [join(root, "data"), join(root, "tmp")];
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${scratch}`,
    `mount -t tmpfs -o uid=${USER},gid=${USER} tmpfs ${data}`,
    `mount -t proc proc ${join(root, "proc")}`,
    `mount --rbind /dev ${join(root, "dev")}`,
  ];
  const quoted = wordsOf(stage, "CMD").map((word) => `'${word}'`);
  const chroot = `exec chroot --userspec=${USER}:${USER} ${root} /bin/sh -c "cd /app && exec ${quoted.join(" ")}"`;
  const env = {
    PATH,
    ...environmentOf(stage),
    PORT,
  };
  const server = spawn("unshare", ["--mount", "/bin/sh", "-c", [...mounts, chroot].join(" && ")], {
    env,
    stdio: "inherit",
  });
  const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
  const [program = "", ...check] = wordsOf(stage, "HEALTHCHECK");
  const isHealthy = () => spawnSync("chroot", [root, program, ...check], { env }).status === 0;
  for (const started = performance.now(); !isHealthy(); await delay(500))
    if (performance.now() - started > START_MS || server.exitCode !== null)
      throw new Error("What the image starts did not come up.");
  for (const path of ["/readyz", "/", "/admin/login"]) {
    const { status } = await fetch(`http://127.0.0.1:${PORT}${path}`);
    console.log(`${path}: ${status}`);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
  }
  server.kill("SIGTERM");
  return ended;
}

const folder = mkdtempSync(join(tmpdir(), "ld-image-"));
try {
  const [base, context] = [join(folder, "base"), join(folder, "context")];
  mkdirSync(context);
  copyRepository(context);
  console.log("Debian…");
  makeBase(base);
  const rootOf = new Map([[CONTEXT, context]]);
  const stages = stagesOf(readFileSync("deploy/Dockerfile", "utf8"));
  for (const stage of stages) {
    const root = join(folder, stage.name);
    run("cp", ["-a", base, root]);
    rootOf.set(stage.name, root);
    takeSteps(stage, root, rootOf);
  }
  const last = stages.at(-1) as Stage;
  const size = run("du", ["-sm", join(rootOf.get(last.name) ?? "", "app")]).split("\t")[0];
  console.log(`/app of the image: ${size} MB`);
  const code = await start(last, rootOf.get(last.name) ?? "");
  console.log(`after SIGTERM: ${code}`);
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
