import { join } from "node:path";
import type { Readable } from "node:stream";
import { explainCause } from "#contract/causes.ts";
import { reservedBytes } from "#server/backend/disk-space.ts";
import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { withConnection } from "#server/backend/postgres/connection.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";
import { warnAboutMissingRights } from "#server/backend/postgres/rights.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import type { Watched } from "#server/backend/types.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { withTimeout } from "#server/runtime/with-timeout.ts";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import { bundle } from "./place/bundle.ts";
import { hasVerifiedBackupSince, listVerifiedBackups } from "./place/catalog.ts";
import { sealWith } from "./place/seal.ts";
import { type BackupStore, openStore } from "./place/store.ts";
import { isDue, isOverdue, nextScheduled } from "./plan/schedule.ts";
import { type KnownBackups, knownSchema } from "./record.ts";
import { clearKilled, type RunParts, type RunResult, runBackup } from "./run.ts";
import { hasScratch } from "./scratch.ts";

/** How often the place is checked for the last verified backup, and for how long. */
const LOOK_MS = 5 * 60_000;
const LOOK_WITHIN_MS = 30_000;
/** The database's clock may differ from ours, which names the backups. */
const CLOCKS_MS = 60 * 60_000;

interface Parts {
  /** the database owner's */
  databaseUrl: string;
  pool: Pool;
  files: MediaStore;
  env: Env;
  log: Log;
  now?: () => Date;
}

export interface Backups {
  /** as an operator would write it */
  place: string;
  encrypted: boolean;
  /** Makes the backup that is due, and warns admins without a recent verified one; call it every minute. */
  tick(signal: AbortSignal): Promise<void>;
  /** What `public.backup_known` says about earlier backups; undefined when automatic backups are off. */
  known(said: unknown): NonNullable<Watched["known"]>["backups"];
  /** When the next automatic backup is due, if ever. */
  next(): Promise<Date | undefined>;
  /** Starts a backup without waiting for it. @returns false when one is already running */
  begin(askedBy: string): Promise<boolean>;
  has(name: string): Promise<boolean>;
  /** A verified backup as one archive, encrypted if BACKUP_KEY is set; undefined if there is none. */
  read(name: string): Promise<{ filename: string; content: Readable } | undefined>;
  close(): Promise<void>;
}

/** Backups that run automatically or because an admin presses a button. */
export async function createBackups(parts: Parts): Promise<Backups> {
  const { pool, env, log, now = () => new Date() } = parts;
  const { backupAt: at, dataDir } = env;
  const store = openStore(env);
  const seal = await sealWith(env.backupKey);
  const checked =
    env.backupTo === join(dataDir, "backups") ? undefined : warnUnwritable(store, log);
  // S3 may take long to fail, so the start doesn't wait for it.
  if (store.folder) await checked;
  const closing = new AbortController();
  const reserved = reservedBytes(env);
  const base = {
    databaseUrl: parts.databaseUrl,
    dataDir,
    files: parts.files,
    store,
    seal,
    reserved,
  };
  let underWay: Promise<unknown> | undefined;

  /** As the service role: the server's own login can't write these tables. */
  const ask = <T>(work: (query: ReturnType<typeof queryOn>) => Promise<T>) =>
    transactionAs(pool, SERVICE, (client) => work(queryOn(client)));
  const known = () =>
    ask(async (query) => {
      const [row] = await query`select public.backup_known() as known`;
      return knownSchema.parse(row?.known);
    });
  const warn = (detail: string) => ask((query) => query`select public.backup_warn(${detail})`);
  const warnOf = (err: unknown, what: string) =>
    warn(`${what} ${explainCause(messageOf(err), "The backup storage").sentence}`);
  await ask((query) => query`select public.backup_schedule(${at ?? null})`);

  const find = async (name: string) =>
    (await listVerifiedBackups(store)).find((one) => one.name === name);

  /** The last verified backup that isn't in the place, and when that was checked. */
  let looked: { at: Date; gone: Date | undefined } | undefined;
  async function look({ proved, proved_end }: KnownBackups) {
    if (!at || !proved || (looked && now().getTime() - looked.at.getTime() < LOOK_MS)) return;
    const since = new Date(proved.getTime() - CLOCKS_MS);
    const late = () => new Error("The backup storage isn't responding.");
    const found = await withTimeout(
      LOOK_WITHIN_MS,
      hasVerifiedBackupSince(store, since),
      late,
    ).catch((err) => log.warn({ err }, `BACKUP_TO can't be read: ${store.place}`));
    looked = { at: now(), gone: found === false ? proved_end : undefined };
  }

  async function run(more: Partial<RunParts>, signal: AbortSignal): Promise<RunResult> {
    const stop = AbortSignal.any([closing.signal, signal]);
    const result = await runBackup({ ...base, ...more, stop });
    if (typeof result !== "string") {
      const { name, rows, files, missing, bytes } = result;
      log.info({ name, rows, files, missing, bytes }, "backup made and verified");
      await withConnection(parts.databaseUrl, (sql) => warnAboutMissingRights(sql, log));
    }
    return result;
  }

  async function runDue(signal: AbortSignal) {
    const stillWanted = (found: KnownBackups) =>
      at !== undefined && isDue(now(), at, found.zone, found);
    await run({ stillWanted }, signal).catch(async (err) => {
      if (signal.aborted || closing.signal.aborted) return;
      log.error({ err }, "backup failed; retrying in an hour");
      await warnOf(err, "The last backup failed.");
    });
  }

  return {
    place: store.place,
    encrypted: seal.suffix !== "",
    async tick(signal) {
      if (underWay) return;
      const found = await known();
      if (at && isDue(now(), at, found.zone, found)) await runDue(signal);
      else if (found.running || hasScratch(dataDir)) await clearKilled(base);
      const after = await known();
      if (at && isOverdue(now(), after))
        await warn(
          after.proved
            ? `The last verified backup is from ${after.proved.toISOString().slice(0, 16).replace("T", " ")} UTC.`
            : "No verified backup yet.",
        );
      await look(after);
    },
    known(said) {
      if (!at) return undefined;
      const found = knownSchema.parse(said);
      const { proved_end: proved, failed, running } = found;
      const gone = proved !== undefined && looked?.gone?.getTime() === proved.getTime();
      return { proved, failed, running, overdue: isOverdue(now(), found), gone };
    },
    next: async () => (at ? nextScheduled(now(), at, (await known()).zone) : undefined),
    async begin(askedBy) {
      if (underWay) return false;
      const begun = Promise.withResolvers<boolean>();
      underWay = run({ askedBy, say: () => begun.resolve(true) }, closing.signal)
        .then((result) => begun.resolve(result !== "busy"))
        .catch(async (err) => {
          begun.resolve(true);
          log.error({ err }, "backup failed");
          if (!closing.signal.aborted)
            await warnOf(err, `The backup that ${askedBy} started failed.`);
        })
        .catch((err) => log.error({ err }, "no email was sent about a failed backup"))
        .finally(() => {
          underWay = undefined;
        });
      return begun.promise;
    },
    has: async (name) => (await find(name)) !== undefined,
    async read(name) {
      const proof = await find(name);
      if (!proof) return undefined;
      const filename = `backup-${name}.tar.gz${seal.suffix && ".age"}`;
      return { filename, content: await bundle(store, seal, proof) };
    },
    async close() {
      closing.abort();
      await underWay;
    },
  };
}

/** Only a warning: visitors can be served without a backup. */
const warnUnwritable = (store: BackupStore, log: Log) =>
  store.checkWritable().catch((err) => {
    log.warn(
      { err },
      `BACKUP_TO can't be written: ${store.place}. Backups fail until this is fixed.`,
    );
  });
