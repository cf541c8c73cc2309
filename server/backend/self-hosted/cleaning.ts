import { cleanOutbox } from "#server/backend/mail/outbox.ts";
import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { withConnection } from "#server/backend/postgres/connection.ts";
import type { Pool } from "#server/backend/postgres/pool.ts";
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
      cleanSignInRecords(databaseUrl, env.historyDays, signal),
    "deleting unconfirmed accounts": (signal) => cleanUnconfirmed(databaseUrl, signal),
    "deleting old emails": () => cleanOutbox(env.dataDir, env.outboxDays),
  }).map(([name, job]) => every(3_600, name, job, log, AFTER_START));

/** Rows per transaction, so that each is short and no save waits for it. */
const BATCH = 1_000;

/**
 * Deletes in batches until nothing is left or it is aborted.
 * @param name of an SQL function that deletes at most so many rows, and returns how many it deleted
 */
const cleaning =
  (name: string) =>
  async (pool: Pool, signal: AbortSignal): Promise<void> => {
    let gone = BATCH;
    while (gone === BATCH && !signal.aborted)
      gone = await transactionAs(pool, SERVICE, async (client) => {
        const { rows } = await client.query(`select public.${name}($1) as gone`, [BATCH]);
        return rows[0]?.gone ?? 0;
      });
  };

/** Deletes history older than HISTORY_DAYS. */
export const cleanHistory = cleaning("history_clean");

/** Deletes entries that are older than the setting audit_log_months. */
export const cleanAuditLog = cleaning("audit_clean");

/** Deletes leads that were in the trash for 30 days. */
export const cleanLeads = cleaning("leads_clean");

/** Deletes old sign-in records. API roles can't, so the owner does it. */
export async function cleanSignInRecords(
  databaseUrl: string,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  return withConnection(databaseUrl, async (sql) => {
    let gone = BATCH;
    while (gone === BATCH && !signal.aborted)
      gone = (
        await sql`delete from auth.audit_log_entries where id in (
          select id from auth.audit_log_entries
          where created_at < now() - make_interval(days => ${days}::int) limit ${BATCH}
        )`
      ).count;
  });
}

/**
 * Deletes accounts whose address nobody confirmed within 30 days: anybody can create them. Those with an invitation
 * or an unused link stay.
 */
export async function cleanUnconfirmed(databaseUrl: string, signal: AbortSignal): Promise<void> {
  return withConnection(databaseUrl, async (sql) => {
    let gone = BATCH;
    while (gone === BATCH && !signal.aborted)
      gone = (
        await sql`delete from auth.users where id in (
          select u.id from auth.users u
          where u.email_confirmed_at is null and u.last_sign_in_at is null and u.created_at < now() - interval '30 days'
            and private.roles_of(u.id) = '{}'
            and not exists (select from public.admin_invitations i where i.email = lower(u.email))
            and not exists (
              select from auth.one_time_tokens t where t.user_id = u.id and t.expires_at > now()
            )
          limit ${BATCH} for update skip locked
        )`
      ).count;
  });
}

/**
 * Deletes files that were in the trash for 30 days: their rows here, their bytes in remove-files.ts. No API
 * role may remove every file, so the owner does it.
 */
export async function cleanMediaTrash(databaseUrl: string): Promise<void> {
  return withConnection(databaseUrl, async (sql) => {
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
  });
}
