import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "#server/backend/postgres/connection.ts";
import type { Api } from "./api.ts";

/** Counts what is due: rows that wait to be sent or done. */
async function owed(sql: Sql): Promise<number> {
  const [row] = await sql`select (
    (select count(*) from contact_submissions
      where mail_next_attempt_at is not null and mail_status <> 'sent')
    + (select count(*) from mails where send_after is not null)
    + (select count(*) from loading_dock.auth_mail)
    + (select count(*) from private.account_notices)
    + (select count(*) from webhook_deliveries where next_attempt_at is not null)
    + (select count(*) from loading_dock.files_to_remove)
    + (select count(*) from backup_runs where outcome = 'running')
  )::int as owed`;
  return row?.owed;
}

/**
 * Ends every wait: leases that a killed process held (five minutes), pauses between retries, the limit of 60
 * notices an hour, and the day that a stranded file is kept.
 */
async function makeAllDue(sql: Sql) {
  await sql`update contact_submissions set mail_next_attempt_at = now()
    where mail_next_attempt_at > now() and mail_status <> 'sent'`;
  await sql`delete from private.company_mails`;
  await sql`update mails set send_after = now() where send_after > now()`;
  await sql`update loading_dock.auth_mail set due_at = now() where due_at > now()`;
  await sql`update private.account_notices set due_at = now() where due_at > now()`;
  await sql`update loading_dock.files_to_remove set due_at = now() where due_at > now()`;
  await sql`update private.webhook_endpoints set leased_until = now() where leased_until > now()`;
  await sql`update webhook_deliveries set next_attempt_at = now() where next_attempt_at > now()`;
}

/** Notices leave ten at a time; a visitor who resends the form triggers one more. */
async function askAgain(sql: Sql, api: Api) {
  const rows = await sql`select request_id from contact_submissions
    where mail_next_attempt_at <= now() and mail_status <> 'sent' limit 20`;
  for (const { request_id } of rows)
    await api.call(
      "POST",
      "/functions/v1/send-contact-email",
      { formData: { request_id } },
      { as: "visitor" },
    );
}

/**
 * Waits until nothing is due anymore.
 * @param timeoutMs milliseconds
 * @returns how many rows are still due after that
 */
export async function settle(sql: Sql, api: Api, timeoutMs = 120_000): Promise<number> {
  const until = performance.now() + timeoutMs;
  for (let looks = 0; ; looks += 1) {
    const left = await owed(sql);
    if (left === 0 || performance.now() > until) return left;
    // Less often than a try takes, so that a try in progress keeps its lease.
    if (looks % 10 === 0) await makeAllDue(sql);
    await askAgain(sql, api);
    await pause(1_000);
  }
}
