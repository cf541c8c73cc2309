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
/** The inputs of a build: a change to any of them makes it out of date. */
export const SOURCES = [
  "app",
  "public",
  "contract",
  "supabase/functions/_shared",
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

/**
 * Whether the packages in the lock file are installed in the specified versions.
 * @param dev whether also those that only building and testing need
 */
function installed(dev) {
  const hidden = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(hidden) || !existsSync(node)) return false;
  const have = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const want = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages;
  return Object.entries(want).every(
    ([path, { version, optional, devOptional, dev: forDev = false }]) =>
      path === "" || optional || devOptional || (forDev && !dev) || have[path]?.version === version,
  );
}

/**
 * Installs the packages in the lock file, if needed.
 * @param dev whether also those that only building and testing need
 */
export function install({ dev = true } = {}) {
  const [major] = process.versions.node.split(".");
  if (Number(major) < 20) {
    console.error(`Node ${process.versions.node} is too old. Install Node 20 or newer.`);
    process.exit(1);
  }
  if (installed(dev)) return;
  console.log("Installing packages…");
  // Explicitly, because NODE_ENV=production would leave them out.
  const which = dev ? "--include=dev" : "--omit=dev";
  run("npm", ["ci", which, "--no-audit", "--no-fund", "--loglevel=error"]);
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
  if (installed(false) && isBuilt(sourcesHash())) return;
  console.error(
    `The program has changed since its last build. As root: cd ${root} && npm ci && npm run build`,
  );
  process.exit(1);
}

/** Installs and builds what a start needs. A release is built already, and needs fewer packages. */
export function prepareStart() {
  const hash = sourcesHash();
  install({ dev: !isBuilt(hash) });
  build(hash);
}

/** Builds the app unless the build is up to date. */
export function build(hash = sourcesHash()) {
  if (isBuilt(hash)) return;
  console.log("Building…");
  // An interrupted build must not count as up to date.
  rmSync(STAMP, { force: true });
  run(node, [inRoot("node_modules", "@react-router", "dev", "bin.cjs"), "build"]);
  writeFileSync(STAMP, hash);
}
