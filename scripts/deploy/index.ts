/**
 * `npm run test:deploy`, as root on Debian, after a build: tests the files in deploy and the documents'
 * commands with Debian's packages. `npm run test:deploy -- s3 import` runs only these parts.
 *
 * The steps run in network, process and mount namespaces that are discarded afterwards (parts.ts).
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { benchFolder } from "../tools/server.ts";
import { S3_SERVER } from "./s3-server.ts";

const PACKAGES = {
  nginx: "nginx",
  pgbouncer: "pgbouncer",
  pg_createcluster: "postgresql",
  age: "age",
};

if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) {
  console.error("Needs Debian, and root: it installs packages and mounts folders.");
  process.exit(1);
}

const folder = await benchFolder("deploy");
try {
  installPackages();
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, S3_SERVER]);
  // A handle to the host's network, for the only commands that need it: git clone and npm ci
  // (machine.ts).
  const network = join(folder, "network");
  await writeFile(network, "");
  const program = [process.execPath, "scripts/deploy/parts.ts", folder, ...process.argv.slice(2)];
  const inside = 'mount --bind /proc/self/ns/net "$0" && exec unshare --net --pid --fork "$@"';
  const ended = ["--kill-child", "--mount-proc"];
  const shell = ["--mount", "sh", "-c", inside, network, ...ended, ...program];
  const { status } = spawnSync("unshare", shell, { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function installPackages() {
  const missing = Object.entries(PACKAGES).filter(([program]) => !onPath(program));
  if (missing.length === 0) return;
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", ...missing.map(([, name]) => name)]);
}

function onPath(program: string) {
  return spawnSync("sh", ["-c", 'command -v "$0"', program]).status === 0;
}

function run(command: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
}
