import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runningPostgres } from "#server/backend/postgres/running.ts";
import { startPostgres } from "#server/backend/postgres/server.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { lockDataDir } from "./data-lock.ts";
import { clusterFolders } from "./upgrade/cluster-folders.ts";
import { upgradePostgresMajor } from "./upgrade/major.ts";

/**
 * Starts PostgreSQL in DATA_DIR/postgres.
 * @throws SettingError when another process uses the folder, a restore into it is unfinished, or its
 *   database is gone
 */
export async function openEmbeddedDatabase(env: Env, log: Log) {
  if (existsSync(unfinishedRestore(env)))
    throw new SettingError(
      `${env.dataDir} holds an unfinished restore. Wait for it to finish, or run npm run restore again.`,
    );
  refuseVanished(env);
  return startEmbedded(env, log);
}

/**
 * Runs one task on the embedded database, for the command line: on the running server, or on one
 * that it starts.
 * @param work gets a superuser's URL
 */
export async function withEmbedded<T>(
  env: Env,
  log: Log,
  work: (url: string) => Promise<T>,
): Promise<T> {
  try {
    return await withEmbeddedAlone(env, log, work);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const url = runningUrl(env);
    if (!url) throw error;
    return work(url);
  }
}

/** Same, on a database that nobody else uses. @throws SettingError when a server runs on it */
export async function withEmbeddedAlone<T>(
  env: Env,
  log: Log,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { url, stop } = await startEmbedded(env, log);
  return work(url).finally(stop);
}

/** This folder exists until a restore is complete: until then the database isn't a usable site. */
export const unfinishedRestore = ({ dataDir }: Env) => join(dataDir, "unfinished-restore");

/** The database that another process of this site runs; undefined if none does. */
export const runningUrl = ({ dataDir }: Env) =>
  runningPostgres(clusterFolders(dataDir).live, databasePassword(dataDir));

/** A new database next to existing files would look as if all data were lost. */
function refuseVanished(env: Env) {
  const media = join(env.dataDir, "media");
  const { live, before } = clusterFolders(env.dataDir);
  if (
    existsSync(live) ||
    existsSync(before) ||
    !existsSync(media) ||
    readdirSync(media).length === 0
  )
    return;
  throw new SettingError(
    `${env.dataDir} holds uploaded files, but its database (${live}) is gone. Put it back, or restore a backup into a new folder: DATA_DIR=restored npm run restore -- backup.tar.gz`,
  );
}

/** The command line's, and PostgreSQL's reserve. */
const OTHER_CONNECTIONS = 9;
/** Our pools, the listener, and three during a backup. */
const WORKER_CONNECTIONS = 24;

/** While workers are replaced, there is one more. */
const mostWorkers = ({ workers }: Env) => (workers > 1 ? workers + 1 : 1);

async function startEmbedded(env: Env, log: Log) {
  const lock = lockDataDir(env.dataDir);
  try {
    await upgradePostgresMajor(env, databasePassword(env.dataDir), log);
    const server = await startPostgres({
      folder: clusterFolders(env.dataDir).live,
      password: databasePassword(env.dataDir),
      maxConnections: OTHER_CONNECTIONS + WORKER_CONNECTIONS * mostWorkers(env),
      durable: true,
      onCrash: (reason) =>
        log.error({ reason }, "the database stopped unexpectedly; restarting it"),
    });
    const stop = async () => {
      await server.stop();
      lock.release();
    };
    return { url: server.url, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The superuser's password: generated on the first start, readable only by this system user. */
function databasePassword(dataDir: string): string {
  const file = join(dataDir, "database-password");
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString("base64url"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8");
}
