import type { Sql, Tx } from "#server/backend/postgres/connection.ts";

/** What the lead's story and the dashboard say of a mail that is held. */
const HELD =
  "Restored from a backup, and may have been sent before. Send it again if it is missing.";

/**
 * After a restore or a rollback: mails that waited when the backup was made. Most have left since;
 * sent once more, an answer would reach somebody twice, after months perhaps. So those to people
 * outside and the reminders are given up until somebody says otherwise ("Send again"). The company's
 * own notices of new leads and webhooks go out once more, under the names that tell a repeat: a lead
 * is worth more than that.
 * @returns how many are held
 */
export async function holdMails(sql: Sql | Tx): Promise<number> {
  // A rollback may lead to a version that had no queue of mails yet.
  const [queue] = await sql`select to_regclass('public.mails') as mails`;
  if (!queue?.mails) return 0;
  const held = await sql`
    update public.mails set state = 'failed', send_after = null, last_error = ${HELD}
    where send_after is not null`;
  return held.count;
}
