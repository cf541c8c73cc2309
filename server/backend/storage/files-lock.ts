import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { type Pool, transaction } from "#server/backend/postgres/pool.ts";

/** Shared while files are removed, exclusive while a backup copies them. The number is arbitrary. */
const FILES_LOCK = 7_031_957;

/** Runs `work` unless a backup is in progress. */
export function unlessBackingUp(pool: Pool, work: () => Promise<void>): Promise<void> {
  return transaction(pool, async (query) => {
    const [lock] = await query`select pg_try_advisory_xact_lock_shared(${FILES_LOCK}) as free`;
    if (lock?.free) await work();
  });
}

/** Whether no backup is reading files; none starts until this transaction ends. */
export async function tryLockFiles(tx: Tx): Promise<boolean> {
  const [lock] = await tx`select pg_try_advisory_xact_lock(${FILES_LOCK}) as free`;
  return lock?.free ?? false;
}

/** Prevents the removal of files until this connection ends. */
export const lockFiles = (sql: Sql) => sql`select pg_advisory_lock(${FILES_LOCK})`;
