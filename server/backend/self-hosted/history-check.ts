import { z } from "zod";
import { knownZone } from "#contract/time/company-zone.ts";
import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { type Sql, withConnection } from "#server/backend/postgres/connection.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";
import { lastScheduled } from "./backup/plan/schedule.ts";

/** A check's result (`public.history_checked`): how many rows don't match their history, with examples. */
export const checkedSchema = z.object({
  checked_at: z.coerce.date(),
  rows: z.number(),
  examples: z.array(
    z.object({
      table_name: z.string(),
      row_id: z.string(),
      label: z.string().nullable(),
      field: z.string(),
      problem: z.enum(["gap", "changed", "deleted"]),
    }),
  ),
});
export type HistoryChecked = z.infer<typeof checkedSchema>;

/** The time of the check when there are no automatic backups. */
const AT = "03:00";
/** Only one of the processes that share a database checks. The number is arbitrary. */
const CHECK_LOCK = 7_031_959;
/** Generous: checking a million entries takes ten seconds. */
const CHECK_MS = 10 * 60_000;

interface Parts {
  /** the database owner's */
  databaseUrl: string;
  pool: Pool;
  /** the time of backups */
  at: string | undefined;
  log: Log;
  now?: () => Date;
}

/** The last check's findings; undefined before the first. */
export const historyChecked = (pool: Pool): Promise<HistoryChecked | undefined> =>
  transactionAs(pool, SERVICE, async (client) => {
    const [row] = await queryOn(client)`select public.history_checked() as checked`;
    return checkedSchema.nullable().parse(row?.checked) ?? undefined;
  });

/** Checks the history once a day, at the time of the backup; call it every minute. */
export async function checkHistoryDaily({
  databaseUrl,
  pool,
  at = AT,
  log,
  now = () => new Date(),
}: Parts): Promise<void> {
  const { checked, zone } = await transactionAs(pool, SERVICE, async (client) => {
    const [row] = await queryOn(client)`
      select public.history_checked() as checked, private.company_zone() as zone`;
    return { checked: checkedSchema.nullable().parse(row?.checked), zone: knownZone(row?.zone) };
  });
  if (checked && checked.checked_at >= lastScheduled(now(), at, zone)) return;
  return withConnection(databaseUrl, async (sql) => {
    const found = await checkHistory(sql);
    if (found && found.rows > 0)
      log.error({ rows: found.rows, examples: found.examples }, "the history has gaps");
  });
}

/**
 * @param sql the owner's connection
 * @param accept treats the current findings as known from now on
 * @returns undefined when another process is checking
 */
export function checkHistory(sql: Sql, accept = false): Promise<HistoryChecked | undefined> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local statement_timeout = ${CHECK_MS}`);
    const [lock] = await tx`select pg_try_advisory_xact_lock(${CHECK_LOCK}) as free`;
    if (!lock?.free) return undefined;
    const [row] = await tx`select public.history_check(${accept}) as checked`;
    return checkedSchema.parse(row?.checked);
  });
}
