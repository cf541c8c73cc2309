import { setTimeout as delay } from "node:timers/promises";
import { connect, type Tx } from "#server/backend/postgres/connection.ts";
import { firstAnswer } from "#server/backend/postgres/first-answer.ts";
import { SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";

/** Two processes that start at once must not migrate at once. The number is arbitrary. */
const MIGRATION_LOCK = 7_031_956;
/** A backup and the migrations of a large site take minutes; anyone who waits longer waits for one that hangs. */
const WAIT_MS = 10 * 60_000;
const ASK_MS = 200;
const SAY_MS = 15_000;

/**
 * Does `work` in one process of all that share a database; the others wait, and say so.
 * @param work gets what throws when the lock was lost meanwhile
 * @param waitMs milliseconds to wait at most
 * @throws SettingError when it is not free by then
 */
export async function withMigrationLock<T>(
  databaseUrl: string,
  log: Log,
  work: (stillHeld: () => Promise<unknown>) => Promise<T>,
  waitMs = WAIT_MS,
): Promise<T> {
  const sql = connect(databaseUrl, 1);
  try {
    await firstAnswer(sql);
    // In a transaction, which holds its connection; without one it would be closed when it idles.
    const done = await sql.begin(async (lock) => {
      await lock`set local idle_in_transaction_session_timeout = 0`;
      await take(lock, log, waitMs);
      return { result: await work(() => lock`select 1`) };
    });
    return done.result as T;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function take(lock: Tx, log: Log, waitMs: number) {
  const begun = performance.now();
  let said = Number.NEGATIVE_INFINITY;
  for (;;) {
    const [row] = await lock`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as mine`;
    if (row?.mine) return;
    const waited = performance.now() - begun;
    if (waited > waitMs) throw new SettingError(await givenUp(lock, waitMs));
    if (waited - said > SAY_MS) {
      said = waited;
      const until = `waiting up to ${Math.round((waitMs - waited) / 1000)} more seconds`;
      log.info(`another process is migrating the database; ${until}`);
    }
    await delay(ASK_MS);
  }
}

async function givenUp(lock: Tx, waitMs: number): Promise<string> {
  const [holder] = await lock`
    select a.pid, to_char(a.xact_start at time zone 'UTC', 'HH24:MI') as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.objid = ${MIGRATION_LOCK} and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`;
  const who = holder ? ` (process ${holder.pid} of PostgreSQL, since ${holder.since} UTC)` : "";
  return `Another process${who} is migrating the database and wasn't done after ${Math.round(waitMs / 1000)} seconds. Start again once it has finished. If it hangs, stop it first. Nothing was changed here.`;
}
