import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { readableSize } from "#server/backend/readable-size.ts";
import type { Proof } from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { writeTable } from "#server/backend/self-hosted/backup/archive/one-table.ts";
import { QUIET_MS, withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { listVerifiedBackups } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { companyDate } from "#server/backend/self-hosted/backup/plan/schedule.ts";
import {
  fromFile,
  fromStore,
  restore,
  type Source,
  unreadable,
} from "#server/backend/self-hosted/backup/restore.ts";
import { lockDataDir } from "#server/backend/self-hosted/data-lock.ts";
import { unfinishedRestore } from "#server/backend/self-hosted/embedded.ts";
import { forgetSecretFile } from "#server/backend/self-hosted/secrets/store.ts";
import { clusterFolders } from "#server/backend/self-hosted/upgrade/cluster-folders.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { command, HOSTED, parseWords, say, withNewDatabase } from "./command.ts";

const USAGE =
  "Usage: npm run restore -- backup.tar.gz, or a date or name from npm run restore -- --list.";

const OPTIONS = {
  list: { type: "boolean" },
  table: { type: "string" },
  id: { type: "string" },
} as const;
const SIGN_IN =
  "Everyone has to sign in again: a backup holds no keys, and the first start makes new ones.";

await command(async (env, words, stop) => {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE);
  if (values.list) return list(env);
  const [what] = positionals;
  if (!what) throw new SettingError(USAGE);
  const source = await find(env, what);
  if (!values.table) return restoreAll(env, what, source, stop);
  const { table, id } = values;
  await writeTable(source, { table, id }, process.stdout).catch((error) => {
    // The reader, such as `head`, may have read enough.
    if (error.code !== "EPIPE") throw unreadable(source, error);
  });
  return "";
});

async function list(env: Env): Promise<string> {
  const store = openStore(env);
  const proofs = await listVerifiedBackups(store);
  if (proofs.length === 0) return `No verified backup is in ${store.place}.`;
  const lines = proofs.map(
    ({ name, created, zone, rows, files, bytes, seal }) =>
      `${name}  ${companyDate(created, zone)}  ${rows} rows  ${files} files  ${readableSize(bytes)}${seal ? "  encrypted" : ""}`,
  );
  return [`In ${store.place}, newest first:`, ...lines].join("\n");
}

/** Finds a file; or in BACKUP_TO, "latest", a company date (the last of that day), or a name. */
async function find(env: Env, what: string): Promise<Source> {
  const seal = await sealWith(env.backupKey);
  if (existsSync(what) || /\.(gz|age)$/.test(what)) return fromFile(what, seal);
  const store = openStore(env);
  const isIt = ({ name, created, zone }: Proof) =>
    what === "latest" || name === what || companyDate(created, zone) === what;
  const proof = (await listVerifiedBackups(store)).find(isIt);
  if (proof) return fromStore(store, seal, proof);
  throw new SettingError(
    `${store.place} has no verified backup "${what}". See npm run restore -- --list; BACKUP_TO says where they are.`,
  );
}

async function restoreAll(env: Env, what: string, source: Source, stop: AbortSignal) {
  const scratch = unfinishedRestore(env);
  if (existsSync(scratch)) await clear(env);
  if (!env.databaseUrl && existsSync(clusterFolders(env.dataDir).live))
    throw new SettingError(
      `${env.dataDir} already has a database. Restore into a new folder: DATA_DIR=restored npm run restore -- ${what}`,
    );
  const work = async (databaseUrl: string) => {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    if (!env.databaseUrl) await forgetSecretFile(env.dataDir);
    const files = openFiles(env);
    const manifest = await withDeadline(QUIET_MS, stop, say, (progress) =>
      restore({ databaseUrl, source, scratch, files, progress }),
    );
    await rm(scratch, { recursive: true });
    return manifest;
  };
  const manifest = await withNewDatabase(env, HOSTED, work).catch(async (error) => {
    await remove(env);
    throw error;
  });
  const { rows, files, missing, held } = manifest;
  const back = `Restored ${rows} rows and ${files} files to ${env.databaseUrl ? "the database" : env.dataDir}.\n${SIGN_IN}`;
  const waiting =
    held > 0
      ? `\n${held === 1 ? "1 waiting email is on hold because it" : `${held} waiting emails are on hold because they`} may already have been sent. To send a reply, open its lead from Needs attention on the dashboard and select Try again.`
      : "";
  return missing?.length
    ? [`${back}${waiting}\nThese were missing when the backup was written:`, ...missing].join(
        "\n  ",
      )
    : back + waiting;
}

/** Removes what a killed restore left, unless that restore is still running. It is not a site. */
async function clear(env: Env) {
  const lock = lockDataDir(env.dataDir);
  await remove(env).finally(() => lock.release());
}

/** Deletes an embedded database; one set by DATABASE_URL stays, marked as half restored. */
async function remove(env: Env) {
  if (!env.databaseUrl)
    await rm(clusterFolders(env.dataDir).live, { recursive: true, force: true });
  await rm(unfinishedRestore(env), { recursive: true, force: true });
}
