// Plain JavaScript, because it runs before anything is installed, on whatever Node is at hand.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);
const STAMP = inRoot("build", ".sources");
const SOURCES = [
  "app",
  "public",
  "server/render.ts",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old. Install Node 20 or newer.`);
  process.exit(1);
}

/** Whether every package of the lock file is installed in the version it names. */
function installed() {
  const hidden = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const have = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const want = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages;
  return Object.entries(want).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" || optional || devOptional || have[path]?.version === version,
  );
}

/** One hash over the names and contents of everything a build reads. */
function sourcesHash() {
  const hash = createHash("sha256");
  const read = (path) => {
    if (!existsSync(path)) return;
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  };
  for (const source of SOURCES) {
    const path = inRoot(source);
    if (!existsSync(path) || source.includes(".")) read(path);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath ?? file.path, file.name))
        .sort())
        read(entry);
  }
  return hash.digest("hex");
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (error || status !== 0) {
    console.error(`${command} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}.`);
    process.exit(status ?? 1);
  }
}

if (!installed()) {
  console.log("Installing packages (once)…");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}
const node = inRoot(
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);
const hash = sourcesHash();
if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== hash) {
  console.log("Building…");
  run(node, [inRoot("node_modules", "@react-router", "dev", "bin.cjs"), "build"]);
  writeFileSync(STAMP, hash);
}
if (process.argv.includes("--build-only")) process.exit(0);

process.env.NODE_ENV = "production";
const serve = [node, inRoot("server", "index.ts")];
if (process.execve && process.platform !== "win32") {
  // The server takes this process's place: one process less in memory, signals arrive directly.
  process.execve(serve[0], serve, process.env);
}
const child = spawn(serve[0], serve.slice(1), { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
