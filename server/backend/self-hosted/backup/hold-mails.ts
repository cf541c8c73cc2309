import type { Sql, Tx } from "#server/backend/postgres/connection.ts";

/** What the lead's activity and the dashboard say about a held email. */
const HELD =
  "Restored from a backup, and may have been sent before. Send it again if it is missing.";

/**
 * Call after a restore or a rollback. Most emails that were waiting at the time of the backup have
 * been sent since, and a second copy could arrive months later. So emails to people outside and
 * reminders are held; replies until somebody selects "Try again". Notifications of new leads to the
 * company and webhooks are sent again, with IDs that identify a repeat: losing a lead would be worse.
 * @returns how many are held
 */
export async function holdMails(sql: Sql | Tx): Promise<number> {
  // A rollback may lead to a version without an email queue.
  const [queue] = await sql`select to_regclass('public.mails') as mails`;
  if (!queue?.mails) return 0;
  const held = await sql`
    update public.mails set state = 'failed', send_after = null, last_error = ${HELD}
    where send_after is not null`;
  return held.count;
}
