import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { postgresBinaries } from "#server/backend/postgres/binaries.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import {
  canUpgradeFrom,
  downloadOldPostgres,
  majorOf,
  removeOldPostgres,
} from "#server/backend/postgres/old-postgres.ts";
import { stopOrphanedServer } from "#server/backend/postgres/running.ts";
import { type PostgresOptions, startPostgres } from "#server/backend/postgres/server.ts";
import { databaseUser } from "#server/backend/postgres/user.ts";
import { loadRows } from "#server/backend/self-hosted/backup/archive/load.ts";
import type { Proof } from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { QUIET_MS, withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { refuseHalfRestored } from "#server/backend/self-hosted/backup/half-restored.ts";
import { fromStore, unpackSource } from "#server/backend/self-hosted/backup/restore.ts";
import { compareRows } from "#server/backend/self-hosted/backup/verify.ts";
import { migrationState, refuseNewer } from "#server/backend/self-hosted/migrations/migrate.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import { backUp, backupParts, throttledInfo } from "./back-up-before.ts";
import {
  clusterFolders,
  finishInterruptedSwap,
  majorOfData,
  swapClusters,
} from "./cluster-folders.ts";
import { thisProgram } from "./program.ts";

/**
 * Upgrades the embedded database to this program's major version of PostgreSQL. It makes a verified backup
 * from the old one, loads its rows into a new cluster next to it, and swaps the folders. However it is
 * interrupted, one of them is complete, and the next start continues. The caller holds the lock on the data
 * folder.
 * @throws SettingError when it fails; the old data is unchanged
 */
export async function upgradePostgresMajor(env: Env, password: string, log: Log): Promise<void> {
  const { dataDir } = env;
  await finishInterruptedSwap(dataDir);
  const { live } = clusterFolders(dataDir);
  const made = majorOfData(live);
  const binaries = await postgresBinaries();
  const ours = majorOf(binaries);
  // PostgreSQL itself refuses other versions, and start-errors.ts explains it.
  if (made === undefined || made >= ours || !canUpgradeFrom(made)) return;
  log.info(`converting data from PostgreSQL ${made} to ${ours}`);
  try {
    const options = { password, maxConnections: 16, durable: true };
    const earlier = await downloadOldPostgres(made, dataDir);
    const proof = await backUpFrom(env, { ...options, folder: live, binaries: earlier }, log);
    await fillNext(env, options, proof, log);
    await swapClusters(dataDir);
    await removeOldPostgres(dataDir, made);
  } catch (cause) {
    throw new SettingError(
      `The data is from PostgreSQL ${made} and couldn't be converted to ${ours}. It is unchanged. ${messageOf(cause)}`,
      { cause },
    );
  }
  log.info(`data converted to PostgreSQL ${ours}`);
}

async function backUpFrom(env: Env, options: PostgresOptions, log: Log): Promise<Proof> {
  const server = await startPostgres(options);
  try {
    const sql = connect(server.url, 1);
    await refuseHalfRestored(sql);
    await refuseNewer(sql, await thisProgram());
    const schema = (await migrationState(sql)).applied.at(-1) ?? "";
    await sql.end({ timeout: 1 });
    const parts = await backupParts(env, server.url);
    const before = { what: "upgrade", schema } as const;
    const stop = new AbortController().signal;
    return await backUp({ ...parts, stop, before, say: throttledInfo(log) }, log);
  } finally {
    await server.stop();
  }
}

async function fillNext(
  env: Env,
  options: Omit<PostgresOptions, "folder">,
  proof: Proof,
  log: Log,
): Promise<void> {
  const { dataDir } = env;
  const { next, before } = clusterFolders(dataDir);
  const binaries = await postgresBinaries();
  // Leftovers of a killed program.
  await stopOrphanedServer(binaries, databaseUser([binaries.postgres, next]), next);
  for (const folder of [next, before]) await rm(folder, { recursive: true, force: true });
  const scratch = join(dataDir, "unfinished-major");
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const { store, seal } = await backupParts(env, "");
  const source = fromStore(store, seal, proof);
  const server = await startPostgres({ ...options, folder: next });
  const sql = connect(server.url, 1);
  try {
    const never = new AbortController().signal;
    await withDeadline(QUIET_MS, never, throttledInfo(log), async (progress) => {
      const manifest = await unpackSource(source, scratch, progress);
      await loadRows(sql, scratch, source.label, progress);
      await compareRows(sql, manifest, progress);
    });
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}
