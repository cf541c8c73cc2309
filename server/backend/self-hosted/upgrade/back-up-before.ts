import { setTimeout as delay } from "node:timers/promises";
import { reservedBytes } from "#server/backend/disk-space.ts";
import type { Sql } from "#server/backend/postgres/connection.ts";
import type { Proof } from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { type RunParts, runBackup } from "#server/backend/self-hosted/backup/run.ts";
import { migrationState } from "#server/backend/self-hosted/migrations/migrate.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { messageOf } from "#supabase/functions/_shared/text.ts";

/** Another process may be making its nightly backup. */
const BUSY_MS = 10 * 60_000;
const STEP_MS = 2_000;

/** The parts for backing up the site that the settings name. */
export async function backupParts(env: Env, databaseUrl: string) {
  const seal = await sealWith(env.backupKey);
  const { dataDir } = env;
  const reserved = reservedBytes(env);
  return { databaseUrl, dataDir, files: openFiles(env), store: openStore(env), seal, reserved };
}

/**
 * Backs up and verifies a database with a site before migrations run. Without a verified backup, it
 * doesn't migrate. An earlier attempt's backup isn't reused: after a rollback, the site may have served
 * with the earlier version and stored leads in the meantime.
 * @param sql the owner's connection
 * @throws SettingError with the cause, and how to continue without a backup
 */
export async function backUpBeforeUpgrade(sql: Sql, databaseUrl: string, env: Env, log: Log) {
  const { applied, pending } = await migrationState(sql);
  if (pending.length === 0 || !(await holdsSite(sql))) return;
  if (!env.upgradeBackup) {
    log.warn({ migrations: pending }, "migrating without a backup: UPGRADE_BACKUP is off");
    return;
  }
  try {
    const parts = await backupParts(env, databaseUrl);
    const schema = applied.at(-1) ?? "";
    const { place } = parts.store;
    log.info({ migrations: pending, place }, "backing up before the upgrade");
    const stop = new AbortController().signal;
    const before = { what: "upgrade", schema } as const;
    const { name, rows, files } = await backUp(
      { ...parts, stop, before, say: throttledInfo(log) },
      log,
    );
    log.info({ name, rows, files }, "backup made and verified; migrating now");
  } catch (cause) {
    throw new SettingError(
      `Nothing was migrated, because the backup before the upgrade failed. ${messageOf(cause)} Fix that and start again. Or make your own backup and start with UPGRADE_BACKUP=off.`,
      { cause },
    );
  }
}

/** A first start that was interrupted between two migrations has no data yet. */
async function holdsSite(sql: Sql): Promise<boolean> {
  const [there] = await sql`select to_regclass('auth.users') is not null as users`;
  if (!there?.users) return false;
  const [row] = await sql`select exists (select from auth.users)
    or exists (select from supabase_migrations.seed_files) as site`;
  return row?.site;
}

/** Waits until no other process is making a backup. */
export async function backUp(parts: RunParts, log: Log): Promise<Proof> {
  const deadline = performance.now() + BUSY_MS;
  for (let tries = 0; ; tries++) {
    const made = await runBackup(parts);
    if (typeof made !== "string") return made;
    if (performance.now() > deadline)
      throw new SettingError("Another process has been making a backup for ten minutes.");
    if (tries === 0) log.info("another process is making a backup; waiting for it");
    await delay(STEP_MS, undefined, { signal: parts.stop });
  }
}

/** Logs steps, at most one every two seconds. */
export function throttledInfo(log: Log) {
  let said = performance.now();
  return (step: string) => {
    if (performance.now() - said < STEP_MS) return;
    said = performance.now();
    log.info(`upgrade: ${step.charAt(0).toLowerCase()}${step.slice(1)}`);
  };
}
