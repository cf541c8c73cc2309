import type { Sql } from "#server/backend/postgres/connection.ts";

/** What the lead's story and the dashboard say of a mail that is held. */
const HELD =
  "Restored from a backup, and may have been sent before. Send it again if it is missing.";

/**
 * After a restore: mails that waited when the backup was made. Most have left since; sent once more, an answer
 * would reach somebody twice, after months perhaps. So those to people outside and the reminders are
 * given up until somebody says otherwise ("Send again"). The company's own notices of new leads and
 * webhooks go out once more, under the names that tell a repeat: a lead is worth more than that.
 * @returns how many are held
 */
export async function holdMails(sql: Sql): Promise<number> {
  const held = await sql`
    update public.mails set state = 'failed', send_after = null, last_error = ${HELD}
    where send_after is not null`;
  return held.count;
}
