import cluster from "node:cluster";
import type { Backend } from "#server/backend/types.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { openEmbeddedDatabase, runningUrl } from "./embedded.ts";
import { openSelfHosted } from "./open.ts";
import { removeOldCluster } from "./upgrade/cluster-folders.ts";

/**
 * The backend of one company on one machine: starts and stops PostgreSQL in DATA_DIR/postgres. A worker uses
 * the one that its site's first process runs.
 * @throws SettingError as `openEmbeddedDatabase`
 */
export async function openEmbedded(env: Env, log: Log): Promise<Backend> {
  const { url, stop } = cluster.isWorker
    ? { url: runningUrl(env) ?? "", stop: async () => {} }
    : await openEmbeddedDatabase(env, log);
  try {
    const backend = await openSelfHosted("embedded", url, env, log, stop);
    await removeOldCluster(env.dataDir);
    return backend;
  } catch (error) {
    await stop();
    throw error;
  }
}
