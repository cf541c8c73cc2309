import { cleanOutbox } from "#server/backend/mail/clean-outbox.ts";
import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import { type Pool, type Query, queryOn } from "#server/backend/postgres/pool.ts";
import type { Env } from "#server/runtime/env.ts";
import { every } from "#server/runtime/jobs.ts";
import type { Log } from "#server/runtime/log.ts";

interface Parts {
  pool: Pool;
  databaseUrl: string;
  env: Env;
  log: Log;
}

/** The jobs that delete what is kept for so many days. @returns what stops each */
export const cleanHourly = ({ pool, databaseUrl, env, log }: Parts) =>
  Object.entries<(signal: AbortSignal) => Promise<void>>({
    "cleaning the history": (signal) => cleanHistory(pool, signal),
    "emptying the trash of leads": (signal) => cleanLeads(pool, signal),
    "emptying the trash of files": () => cleanMediaTrash(databaseUrl),
    "deleting old records of sign-ins": (signal) =>
      cleanAudit(databaseUrl, env.historyDays, signal),
    "deleting old emails": () => cleanOutbox(env.dataDir, env.outboxDays),
  }).map(([name, job]) => every(3_600, name, job, log));

/** Rows in one transaction: each is over in a moment, and no save waits for it. */
const BATCH = 1_000;

/** Deletes batch by batch, until nothing is left or it is told to stop. @param batch deletes one, and says how many went */
async function clean(pool: Pool, signal: AbortSignal, batch: (query: Query) => Promise<number>) {
  let gone = BATCH;
  while (gone === BATCH && !signal.aborted)
    gone = await transactionAs(pool, SERVICE, (client) => batch(queryOn(client)));
}

type Gone = { gone: number };

/** Deletes what has been in the history for HISTORY_DAYS. */
export const cleanHistory = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.history_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });

/** Deletes entries of the record of sign-ins. The roles of the API may not, so it is done as the owner. */
export async function cleanAudit(
  databaseUrl: string,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  const sql = connect(databaseUrl, 1);
  try {
    let gone = BATCH;
    while (gone === BATCH && !signal.aborted)
      gone = (
        await sql`delete from auth.audit_log_entries where id in (
          select id from auth.audit_log_entries
          where created_at < now() - make_interval(days => ${days}::int) limit ${BATCH}
        )`
      ).count;
  } finally {
    await sql.end();
  }
}

/** Deletes leads that have lain in the trash for 30 days. */
export const cleanLeads = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.leads_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });

/**
 * Deletes files that have lain in the trash for 30 days: their rows here, their bytes by remove-files.ts. No role of
 * the API may remove every file, so it is done as the owner.
 */
export async function cleanMediaTrash(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, 1);
  try {
    await sql`
      with over as (
        delete from public.media_trash where purge_at < now() returning file_path
      ), gone as (
        delete from storage.objects o using over
        where o.bucket_id = 'media' and o.name = over.file_path
          and not exists (select from public.media_library m where m.file_path = o.name)
        returning o.version
      )
      insert into loading_dock.files_to_remove (version) select version from gone
      on conflict (version) do update set due_at = now()`;
  } finally {
    await sql.end();
  }
}
