import { setTimeout as delay } from "node:timers/promises";
import { type Tx, withConnection } from "#server/backend/postgres/connection.ts";
import { waitForAnswer } from "#server/backend/postgres/wait-for-answer.ts";
import { SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";

/** Two processes that start at once must not both migrate. The number is arbitrary. */
const MIGRATION_LOCK = 7_031_956;
/** Backing up and migrating a large site takes minutes; after this long, the other process must be stuck. */
const WAIT_MS = 10 * 60_000;
const ASK_MS = 200;
const SAY_MS = 15_000;

/**
 * Runs `work` in one process at a time of all that share a database; the others wait, and log it.
 * @param work gets a function that throws when the lock was lost
 * @param waitMs maximum wait in milliseconds
 * @throws SettingError when the lock isn't free by then
 */
export async function withMigrationLock<T>(
  databaseUrl: string,
  log: Log,
  work: (stillHeld: () => Promise<unknown>) => Promise<T>,
  waitMs = WAIT_MS,
): Promise<T> {
  return withConnection(databaseUrl, async (sql) => {
    await waitForAnswer(sql);
    // A transaction keeps its connection open; otherwise an idle connection would be closed.
    const done = await sql.begin(async (lock) => {
      await lock`set local idle_in_transaction_session_timeout = 0`;
      await take(lock, log, waitMs);
      return { result: await work(() => lock`select 1`) };
    });
    return done.result as T;
  });
}

async function take(lock: Tx, log: Log, waitMs: number) {
  const started = performance.now();
  let said = Number.NEGATIVE_INFINITY;
  for (;;) {
    const [row] = await lock`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as mine`;
    if (row?.mine) return;
    const waited = performance.now() - started;
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
