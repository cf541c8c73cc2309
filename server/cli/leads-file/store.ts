import type { Sql } from "#server/backend/postgres/connection.ts";
import { asDatabaseError } from "#server/backend/postgres/errors.ts";
import { setHistoryActor } from "#server/backend/self-hosted/prepare.ts";
import type { Lead } from "./lead.ts";

/** Leads per transaction: batches stored before an interruption stay. */
const BATCH = 500;

interface Stored {
  /** number of new leads */
  added: number;
  /** leads that the database rejected, by index in the list */
  refused: { index: number; wrong: string }[];
}

/**
 * Stores leads that don't exist yet. Sends no notification, confirmation or webhook.
 * @param sql a single connection as the owner
 * @param stop ends it between two batches
 */
export async function storeLeads(
  sql: Sql,
  leads: readonly Lead[],
  stop: AbortSignal,
  progress: (done: number) => void,
): Promise<Stored> {
  await setHistoryActor(sql, "command line");
  const stored: Stored = { added: 0, refused: [] };
  for (let from = 0; from < leads.length; from += BATCH) {
    stop.throwIfAborted();
    const batch = leads.slice(from, from + BATCH);
    const added = await insert(sql, batch);
    if (typeof added === "number") stored.added += added;
    else await oneByOne(sql, batch, from, stored);
    progress(Math.min(from + BATCH, leads.length));
  }
  return stored;
}

/** Finds the leads in a batch that the database rejects; stores the others. */
async function oneByOne(sql: Sql, batch: readonly Lead[], from: number, stored: Stored) {
  for (const [index, lead] of batch.entries()) {
    const added = await insert(sql, [lead]);
    if (typeof added === "number") stored.added += added;
    else
      stored.refused.push({
        index: from + index,
        wrong: `the database rejected it: ${added.message}`,
      });
  }
}

/** Class 22 is an invalid value, 23 a constraint violation (PostgreSQL's manual, appendix A). */
const isAboutRow = (error: unknown) => /^2[23]/.test(asDatabaseError(error)?.code ?? "");

/**
 * The notification is marked as sent, so that it is never sent. The webhook deliveries that the table's
 * trigger adds are deleted in the same transaction.
 * @returns how many were new, or the error when the database rejects one of them
 */
function insert(sql: Sql, leads: readonly Lead[]): Promise<number | Error> {
  const inserted = sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      insert into public.contact_submissions (
        id, request_id, name, email, business_name, monthly_volume, platforms, message, status, created_at,
        mail_status, mail_next_attempt_at
      )
      select l.id, l.id, l.name, l.email, l.business_name, l.monthly_volume, l.platforms, l.message, l.status,
        l.created_at, 'sent', null
      from jsonb_to_recordset(${tx.json([...leads])}) as l (
        id uuid, name text, email text, business_name text, monthly_volume text, platforms text[], message text,
        status text, created_at timestamptz
      )
      -- A conflict alone would be found only after all triggers.
      where not exists (select from public.contact_submissions c where c.id = l.id)
      on conflict (id) do nothing
      returning id`;
    const ids = rows.map(({ id }) => id);
    await tx`delete from public.webhook_deliveries where submission_id = any(${ids}::uuid[])`;
    return ids.length;
  });
  return inserted.catch((error) => {
    if (isAboutRow(error)) return error;
    throw error;
  });
}
