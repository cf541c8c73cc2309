import { mkdir, stat } from "node:fs/promises";
import { knownZone } from "#contract/company-zone.ts";
import { diskOf } from "#server/backend/disk-space.ts";
import { connect, type Sql, type Tx } from "#server/backend/postgres/connection.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { lastProgram } from "#server/backend/self-hosted/upgrade/program.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { nobodyKeepsFiles } from "#server/backend/storage/files-lock.ts";
import { SettingError } from "#server/runtime/env.ts";
import type { Before, Proof } from "./archive/manifest.ts";
import { beginUnfinished, clearUnfinished } from "./archive/unfinished.ts";
import { type Progress, withDeadline } from "./deadline.ts";
import { claim, clearUnproved, keepProof, listProofs, prune } from "./place/catalog.ts";
import type { Seal } from "./place/seal.ts";
import type { BackupStore } from "./place/store.ts";
import { proveBackup } from "./prove.ts";
import { beginRecord, endRecords, type KnownBackups, knowsBackups, readKnown } from "./record.ts";
import { clearScratch } from "./scratch.ts";
import { type Needed, takeBackup } from "./take.ts";

/** Held for all of a backup by the process that makes it. The number is arbitrary. */
export const BACKUP_LOCK = 7_031_958;
/** A disk or a database that gives no sign for so long is not slow but stuck. */
const QUIET_MS = 60_000;
/** Whatever moves: what takes longer would meet the next one. */
const ALL_MS = 12 * 60 * 60_000;
/** A database that is thrown away starts with this much. */
const SCRATCH_BYTES = 128 * 1024 * 1024;

export interface RunParts {
  /** the owner's */
  databaseUrl: string;
  dataDir: string;
  files: MediaStore;
  store: BackupStore;
  seal: Seal;
  /** aborted when the program is to end */
  stop: AbortSignal;
  /** the address of the admin who wants it; left out: nobody in particular */
  askedBy?: string;
  /** takes a line about each step */
  say?: (line: string) => void;
  /** asked once the lock is held: another process may have made it meanwhile */
  stillWanted?: (known: KnownBackups) => boolean;
  /** bytes of DATA_DIR's disk that a backup leaves free, as every other file does */
  kept: number;
  /** kept apart from those by the day (plan/retention.ts); only files that no earlier one proved are read back */
  before?: Before;
  /** bytes free where a folder lies; tests have disks of their own */
  free?: (folder: string) => Promise<number>;
}

/** `busy`: another process is at it; `not wanted`: another one has done it. */
export type RunResult = Proof | "busy" | "not wanted";

/**
 * Makes a backup, proves it, and then takes away those whose time is over.
 * @throws whatever went wrong, after it was written down; the earlier backups are as they were
 */
export async function runBackup(parts: RunParts): Promise<RunResult> {
  const { databaseUrl, stillWanted } = parts;
  const sql = connect(databaseUrl, 3);
  try {
    // In a transaction, which holds its connection; without one it would be closed when it idles.
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

/** Makes one and proves it, and writes down how that goes. */
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
      const proved = await makeAndProve(parts, sql, progress, left);
      // A lock that was lost meanwhile is somebody else's: this throws then.
      await lock`select 1`;
      progress.signal.throwIfAborted();
      await keepProof(parts.store, proved);
      return proved;
    });
    await record.proved(proof);
    return proof;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const said = limit.aborted ? `Given up after ${ALL_MS / 3_600_000} hours.` : reason;
    await record.failed(parts.stop.aborted ? "interrupted" : "failed", said);
    throw error;
  } finally {
    // What stands still is not waited for.
    for (const cleanUp of left.reverse()) await cleanUp();
  }
}

/** Puts in order what a killed program left, unless a living one is at it. */
export async function clearKilled({
  databaseUrl,
  dataDir,
  store,
}: Pick<RunParts, "databaseUrl" | "dataDir" | "store">): Promise<void> {
  const sql = connect(databaseUrl, 1);
  try {
    await sql.begin(async (lock) => {
      const [row] = await lock`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`;
      // What is left is looked for again in a minute.
      if (!row?.free || !(await nobodyKeepsFiles(lock))) return;
      await clearScratch(dataDir);
      await clearUnfinished(dataDir);
      await store.clear();
      await endRecords(lock);
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

type Cleanup = () => Promise<unknown>;

async function makeAndProve(
  { databaseUrl, dataDir, store, seal, files, kept, before, free = freeBytes }: RunParts,
  sql: Sql,
  progress: Progress,
  left: Cleanup[],
): Promise<Proof> {
  progress.begin(`looking at ${store.place}`);
  await clearScratch(dataDir);
  const known = (await knowsBackups(sql)) ? await readKnown(sql) : undefined;
  if (known) await claim(store, known.site);
  await clearUnproved(store);
  const proofs = await listProofs(store);
  // Its own connection: the lock on files goes with it, as soon as they have been read.
  const reading = connect(databaseUrl, 1);
  left.push(() => reading.end({ timeout: 0 }));
  const taken = await takeBackup(
    {
      sql: reading,
      files,
      store,
      seal,
      progress,
      room: roomFor({ store, dataDir, kept, free }),
      async folder() {
        const unfinished = await beginUnfinished(dataDir);
        left.push(unfinished.remove);
        return unfinished.folder;
      },
    },
    proofs,
  );
  for (const cleanUp of left.splice(0).reverse()) await cleanUp();
  const proved = before ? provedContents(proofs, seal) : new Set<string>();
  await proveBackup(taken, { dataDir, store, seal, progress, known: proved, left });
  const zone = knownZone(known?.zone);
  return { ...taken, zone, proved: new Date(), program: await lastProgram(sql), before };
}

const freeBytes = async (folder: string) => (await diskOf(folder)).free;
const provedContents = (proofs: Proof[], { suffix }: Seal) =>
  new Set(
    proofs
      .filter(({ seal }) => seal === suffix)
      .flatMap(({ media }) => media.map(({ sha256 }) => sha256)),
  );

/** Refuses before the first byte is written: a disk that is full stops the site. */
function roomFor({
  store,
  dataDir,
  kept,
  free,
}: Required<Pick<RunParts, "store" | "dataDir" | "kept" | "free">>) {
  return async ({ database, files, largest }: Needed) => {
    // The rows as text, then as a database that is thrown away; the largest file is compared there.
    const here = 3 * database + largest + SCRATCH_BYTES + kept;
    const there = database + files;
    if (store.folder) {
      await mkdir(store.folder, { recursive: true, mode: 0o700 });
      const one = (await stat(store.folder)).dev === (await stat(dataDir)).dev;
      refuseShort(store.place, await free(store.folder), there + (one ? here : 0));
    }
    refuseShort(dataDir, await free(dataDir), here);
  };
}

function refuseShort(place: string, free: number, needed: number) {
  if (free >= needed) return;
  throw new SettingError(
    `${place} has ${readableSize(free)} free, and a backup needs about ${readableSize(needed)}. Free up space there, or set BACKUP_TO to a larger place. Existing backups are kept.`,
  );
}
