import { setTimeout as delay } from "node:timers/promises";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { asDatabaseError } from "#server/backend/postgres/errors.ts";
import { SettingError } from "#server/runtime/env.ts";

export interface LockRetry {
  /** how long one attempt may wait for a table; short, since everyone who reads it queues behind */
  lockMs: number;
  /** pause between attempts, while the site is served */
  pauseMs: number;
  /** limit for all attempts together */
  allMs: number;
  /** limit for one statement, once it has its locks */
  statementMs: number;
}

const LOCK_RETRY: LockRetry = {
  lockMs: 2_000,
  pauseMs: 1_000,
  allMs: 2 * 60_000,
  statementMs: 10 * 60_000,
};

/** SQLSTATE, PostgreSQL's manual, appendix A */
const LOCKED = ["55P03", "40P01"];
const CANCELED = "57014";

/**
 * Runs a migration while the site is in use. It waits only briefly for a table, so that requests don't
 * queue behind it for long, then rolls back and retries.
 * @param what its name in messages
 * @throws SettingError when its tables were never free, naming who uses them, or a statement took too long
 */
export async function withLockRetry(
  sql: Sql,
  what: string,
  work: (tx: Tx) => Promise<unknown>,
  { lockMs, pauseMs, allMs, statementMs }: LockRetry = LOCK_RETRY,
): Promise<void> {
  const deadline = performance.now() + allMs;
  for (;;) {
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(
          `set local lock_timeout = ${lockMs}; set local statement_timeout = ${statementMs}`,
        );
        await work(tx);
      });
      return;
    } catch (error) {
      const code = asDatabaseError(error)?.code ?? "";
      if (code === CANCELED)
        throw new SettingError(
          `${what} was rolled back: a statement took longer than ${statementMs / 60_000} minutes. Start again when the database has less to do.`,
          { cause: error },
        );
      if (!LOCKED.includes(code)) throw error;
      if (performance.now() > deadline)
        throw new SettingError(
          `${what} was rolled back: its tables were locked for ${Math.round(allMs / 1000)} seconds. ${await holders(sql)} End them, then start again.`,
          { cause: error },
        );
      await delay(pauseMs);
    }
  }
}

async function holders(sql: Sql): Promise<string> {
  const rows = await sql`
    select pid, application_name as name, extract(epoch from now() - xact_start)::integer as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'
      and not exists (
        select from pg_locks l where l.pid = pg_stat_activity.pid and l.locktype = 'advisory'
      )
    order by xact_start limit 3`;
  const each = rows.map(
    ({ pid, name, seconds }) => `process ${pid}${name && ` (${name})`} for ${seconds} seconds`,
  );
  return each.length > 0
    ? `The oldest open transactions: ${each.join(", ")}.`
    : "They have ended since.";
}
