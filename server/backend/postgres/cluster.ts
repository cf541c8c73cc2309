import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { SettingError } from "#server/runtime/env.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { type RunAs, startAs } from "./user.ts";

const run = promisify(execFile);

interface ClusterOptions {
  folder: string;
  /** the superuser's */
  password: string;
  durable: boolean;
}

/**
 * Creates a PostgreSQL cluster. It gets its name only once it is complete, so after an interruption
 * the next start creates it again.
 * @throws SettingError when the database's system user can't reach the folder
 */
export async function createCluster(
  binaries: PostgresBinaries,
  as: RunAs,
  options: ClusterOptions,
) {
  const { folder, password, durable } = options;
  // A unique name: the initdb of a killed start may still be writing, and cleans up after itself.
  const unfinished = `${folder}.new-${randomUUID()}`;
  const passwordFile = `${unfinished}.password`;
  try {
    await mkdir(dirname(folder), { recursive: true });
    await removeUnfinished(folder);
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (as.uid !== undefined && as.gid !== undefined) {
      const parent = dirname(folder);
      await chmod(parent, (await stat(parent)).mode | 0o011);
      for (const path of [unfinished, passwordFile]) await chown(path, as.uid, as.gid);
    }
    const args = ["-D", unfinished, "-U", "postgres", "-A", "scram-sha-256", "--data-checksums"];
    args.push("--pwfile", passwordFile, "--encoding=UTF8");
    args.push("--locale-provider=builtin", "--locale=C.UTF-8", ...(durable ? [] : ["--no-sync"]));
    const initdb = startAs(as, binaries.initdb, args);
    await run(initdb.file, initdb.args, { ...initdb.user, cwd: "/", env: { LC_ALL: "C" } });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explain(error, folder, as);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Removes what killed starts left behind. Retries for ten seconds, since they may still be writing. */
async function removeUnfinished(folder: string) {
  const retrying = { recursive: true, force: true, maxRetries: 13, retryDelay: 100 };
  for (const name of await readdir(dirname(folder)))
    if (name.startsWith(`${basename(folder)}.new`)) await rm(join(dirname(folder), name), retrying);
}

function explain(error: unknown, folder: string, as: RunAs): Error {
  const text = String((error as { stderr?: string }).stderr || (error as Error).message).trim();
  if (as.uid !== undefined && /EACCES|permission denied/i.test(text))
    return new SettingError(
      `The database runs as the system user postgres, which can't access ${folder} or this program's folder. Make the parent folders accessible (chmod o+x), set DATA_DIR elsewhere, or start as a user that is not root.`,
    );
  return new Error(`The database could not be created in ${folder}: ${text}`, { cause: error });
}
