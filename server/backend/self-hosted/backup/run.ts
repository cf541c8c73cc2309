import { mkdir, stat } from "node:fs/promises";
import { knownZone } from "#contract/time/company-zone.ts";
import { diskOf } from "#server/backend/disk-space.ts";
import { connect, type Sql, type Tx, withConnection } from "#server/backend/postgres/connection.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { lastProgram } from "#server/backend/self-hosted/upgrade/program.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { tryLockFiles } from "#server/backend/storage/files-lock.ts";
import { SettingError } from "#server/runtime/env.ts";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import type { Before, Proof } from "./archive/manifest.ts";
import { beginUnfinished, clearUnfinished } from "./archive/unfinished.ts";
import { type Progress, QUIET_MS, withDeadline } from "./deadline.ts";
import {
  claim,
  listVerifiedBackups,
  prune,
  removeUnverified,
  storeVerifiedBackup,
} from "./place/catalog.ts";
import type { Seal } from "./place/seal.ts";
import type { BackupStore } from "./place/store.ts";
import { beginRecord, endRecords, type KnownBackups, knowsBackups, readKnown } from "./record.ts";
import { clearScratch } from "./scratch.ts";
import { type Needed, takeBackup } from "./take.ts";
import { verifyBackup } from "./verify.ts";

/** The process that makes a backup holds this until the end. The number is arbitrary. */
export const BACKUP_LOCK = 7_031_958;
/** Limit for a whole backup: a slower one would overlap the next. */
const ALL_MS = 12 * 60 * 60_000;
/** Initial size of a scratch database. */
const SCRATCH_BYTES = 128 * 1024 * 1024;

export interface RunParts {
  /** the database owner's */
  databaseUrl: string;
  dataDir: string;
  files: MediaStore;
  store: BackupStore;
  seal: Seal;
  /** aborts when the program has to end */
  stop: AbortSignal;
  /** the email address of the admin who requested it; omitted: nobody in particular */
  askedBy?: string;
  /** receives a line about each step */
  say?: (line: string) => void;
  /** checked once the lock is held: another process may have made the backup in the meantime */
  stillWanted?: (known: KnownBackups) => boolean;
  /** bytes that a backup leaves free on DATA_DIR's disk, like every other file */
  reserved: number;
  /** stored apart from daily backups (plan/retention.ts); only files not yet verified are read back */
  before?: Before;
  /** free bytes on a folder's disk; tests pass their own */
  free?: (folder: string) => Promise<number>;
}

/** `busy`: another process is making one; `not wanted`: another process made it. */
export type RunResult = Proof | "busy" | "not wanted";

/**
 * Makes and verifies a backup, then removes expired ones.
 * @throws the error, after recording it; earlier backups are unchanged
 */
export async function runBackup(parts: RunParts): Promise<RunResult> {
  const { databaseUrl, stillWanted } = parts;
  const sql = connect(databaseUrl, 3);
  try {
    // A transaction keeps its connection open; otherwise an idle connection would be closed.
    return await sql.begin(async (lock) => {
      await lock`set local idle_in_transaction_session_timeout = 0`;
      const [row] = await lock`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`;
      if (!row?.free) return "busy";
      if (stillWanted && !stillWanted(await readKnown(sql))) return "not wanted";
      const proof = await recorded(parts, sql, lock);
      await prune(parts.store, new Date());
      return proof;
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Makes and verifies a backup, and records its progress. */
async function recorded(parts: RunParts, sql: Sql, lock: Tx): Promise<Proof> {
  const record = await beginRecord(sql, parts.askedBy);
  const limit = AbortSignal.timeout(ALL_MS);
  const signal = AbortSignal.any([parts.stop, limit]);
  const say = (line: string) => {
    record.say(line);
    parts.say?.(line);
  };
  const left: Cleanup[] = [];
  try {
    const proof = await withDeadline(QUIET_MS, signal, say, async (progress) => {
      const proved = await createAndVerify(parts, sql, progress, left);
      // Throws if the lock was lost in the meantime, since another process may hold it now.
      await lock`select 1`;
      progress.signal.throwIfAborted();
      await storeVerifiedBackup(parts.store, proved);
      return proved;
    });
    await record.proved(proof);
    return proof;
  } catch (error) {
    const said = limit.aborted ? `Gave up after ${ALL_MS / 3_600_000} hours.` : messageOf(error);
    await record.failed(parts.stop.aborted ? "interrupted" : "failed", said);
    throw error;
  } finally {
    // Aborts what is stuck instead of waiting for it.
    for (const cleanUp of left.reverse()) await cleanUp();
  }
}

/** Cleans up after a killed program, unless a live one is making a backup. */
export async function clearKilled({
  databaseUrl,
  dataDir,
  store,
}: Pick<RunParts, "databaseUrl" | "dataDir" | "store">): Promise<void> {
  return withConnection(databaseUrl, async (sql) => {
    await sql.begin(async (lock) => {
      const [row] = await lock`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`;
      // The next run, a minute later, checks again.
      if (!row?.free || !(await tryLockFiles(lock))) return;
      await clearScratch(dataDir);
      await clearUnfinished(dataDir);
      await store.clear();
      await endRecords(lock);
    });
  });
}

type Cleanup = () => Promise<unknown>;

async function createAndVerify(
  { databaseUrl, dataDir, store, seal, files, reserved, before, free = freeBytes }: RunParts,
  sql: Sql,
  progress: Progress,
  left: Cleanup[],
): Promise<Proof> {
  progress.begin(`looking at ${store.place}`);
  await clearScratch(dataDir);
  const known = (await knowsBackups(sql)) ? await readKnown(sql) : undefined;
  if (known) await claim(store, known.site);
  await removeUnverified(store, progress.signal);
  const proofs = await listVerifiedBackups(store);
  // A separate connection: closing it releases the file lock as soon as the files are read.
  const reading = connect(databaseUrl, 1);
  left.push(() => reading.end({ timeout: 0 }));
  const taken = await takeBackup(
    {
      sql: reading,
      files,
      store,
      seal,
      progress,
      checkDiskSpace: diskSpaceFor({ store, dataDir, reserved, free }),
      async folder() {
        const unfinished = await beginUnfinished(dataDir);
        left.push(unfinished.remove);
        return unfinished.folder;
      },
    },
    proofs,
  );
  for (const cleanUp of left.splice(0).reverse()) await cleanUp();
  const proved = before ? verifiedContents(proofs, seal) : new Set<string>();
  await verifyBackup(taken, { dataDir, store, seal, progress, known: proved, left });
  const zone = knownZone(known?.zone);
  return { ...taken, zone, proved: new Date(), program: await lastProgram(sql), before };
}

const freeBytes = async (folder: string) => (await diskOf(folder)).free;
const verifiedContents = (proofs: Proof[], { suffix }: Seal) =>
  new Set(
    proofs
      .filter(({ seal }) => seal === suffix)
      .flatMap(({ media }) => media.map(({ sha256 }) => sha256)),
  );

/** Refuses before the first byte is written: a full disk stops the site. */
function diskSpaceFor({
  store,
  dataDir,
  reserved,
  free,
}: Required<Pick<RunParts, "store" | "dataDir" | "reserved" | "free">>) {
  return async ({ database, files, largest }: Needed) => {
    // The rows as text, then as a scratch database; the largest file is compared there.
    const here = 3 * database + largest + SCRATCH_BYTES + reserved;
    const there = database + files;
    const spare = await free(dataDir);
    if (spare < here)
      throw new SettingError(
        `DATA_DIR (${dataDir}) has ${readableSize(spare)} free, and a backup needs about ${readableSize(here)} there while it runs. Free up space on that disk, or move DATA_DIR to a larger one. Existing backups are kept.`,
      );
    if (!store.folder) return;
    await mkdir(store.folder, { recursive: true, mode: 0o700 });
    const one = (await stat(store.folder)).dev === (await stat(dataDir)).dev;
    const spareThere = await free(store.folder);
    const needed = there + (one ? here : 0);
    if (spareThere < needed)
      throw new SettingError(
        `BACKUP_TO (${store.place}) has ${readableSize(spareThere)} free, and a backup needs about ${readableSize(needed)}. Free up space there, or set BACKUP_TO to a larger place. Existing backups are kept.`,
      );
  };
}
