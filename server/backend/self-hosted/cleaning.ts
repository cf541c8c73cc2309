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

/** Seconds: what nobody waits for begins this long after a start, which it would slow down. */
export const AFTER_START = 60;

/** The jobs that delete expired data. @returns a stop function for each */
export const cleanHourly = ({ pool, databaseUrl, env, log }: Parts) =>
  Object.entries<(signal: AbortSignal) => Promise<void>>({
    "cleaning the history": (signal) => cleanHistory(pool, signal),
    "cleaning the audit log": (signal) => cleanAuditLog(pool, signal),
    "emptying the trash of leads": (signal) => cleanLeads(pool, signal),
    "emptying the trash of files": () => cleanMediaTrash(databaseUrl),
    "deleting old records of sign-ins": (signal) =>
      cleanAudit(databaseUrl, env.historyDays, signal),
    "deleting old emails": () => cleanOutbox(env.dataDir, env.outboxDays),
  }).map(([name, job]) => every(3_600, name, job, log, AFTER_START));

/** Rows per transaction, so that each is short and no save waits for it. */
const BATCH = 1_000;

/** Deletes in batches until nothing is left or it is aborted. @param batch returns how many it deleted */
async function clean(pool: Pool, signal: AbortSignal, batch: (query: Query) => Promise<number>) {
  let gone = BATCH;
  while (gone === BATCH && !signal.aborted)
    gone = await transactionAs(pool, SERVICE, (client) => batch(queryOn(client)));
}

type Gone = { gone: number };

/** Deletes history older than HISTORY_DAYS. */
export const cleanHistory = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.history_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });

/** Deletes entries that are older than the setting audit_log_months. */
export const cleanAuditLog = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.audit_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });

/** Deletes old sign-in records. API roles can't, so the owner does it. */
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

/** Deletes leads that were in the trash for 30 days. */
export const cleanLeads = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.leads_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });

/**
 * Deletes files that were in the trash for 30 days: their rows here, their bytes in remove-files.ts. No API
 * role may remove every file, so the owner does it.
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
