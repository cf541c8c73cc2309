// Plain JavaScript, because it runs before anything is installed, on any Node version.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const inRoot = (...parts) => join(root, ...parts);

const windows = process.platform === "win32";
const STAMP = inRoot("build", ".sources");
/** The inputs of a build. */
const SOURCES = [
  "app",
  "public",
  "contract",
  "server/http/pages/render.ts",
  "server/http/encoded.ts",
  "scripts/bundle",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "CHANGELOG.md",
];

/** The Node version that the project pins, which runs TypeScript without a build step. */
export const node = inRoot("node_modules", "node", "bin", windows ? "node.exe" : "node");

/** Runs a command to its end. On failure, prints a sentence and exits with the same code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: windows,
    ...options,
  });
  if (!error && status === 0) return;
  console.error(`"${command} ${args.join(" ")}" failed${error ? `: ${error.message}` : ""}.`);
  process.exit(status || 1);
}

/** Whether every package in the lock file is installed in the specified version. */
function installed() {
  const hidden = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(hidden) || !existsSync(node)) return false;
  const have = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const want = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages;
  return Object.entries(want).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" || optional || devOptional || have[path]?.version === version,
  );
}

/** Installs the packages in the lock file, if needed. */
export function install() {
  const [major] = process.versions.node.split(".");
  if (Number(major) < 20) {
    console.error(`Node ${process.versions.node} is too old. Install Node 20 or newer.`);
    process.exit(1);
  }
  if (installed()) return;
  console.log("Installing packages…");
  // Building needs them all, also where NODE_ENV=production is set.
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** Every file below a folder, or the file itself. */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** One hash of the names and contents of all build inputs. */
function sourcesHash() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesOf(inRoot(source))))
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

const isBuilt = (hash) => existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash;

/** Exits this process when packages or build don't match the program's version. Writes nothing. */
export function check() {
  if (installed() && isBuilt(sourcesHash())) return;
  console.error(
    `The program has changed since its last build. As root: cd ${root} && npm ci && npm run build`,
  );
  process.exit(1);
}

/** Builds the app unless the build is up to date. */
export function build() {
  const hash = sourcesHash();
  if (isBuilt(hash)) return;
  console.log("Building…");
  // An interrupted build must not count as up to date.
  rmSync(STAMP, { force: true });
  run(node, [inRoot("node_modules", "@react-router", "dev", "bin.cjs"), "build"]);
  writeFileSync(STAMP, hash);
}
