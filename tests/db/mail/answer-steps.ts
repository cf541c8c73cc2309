import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { connect, type Sql, type Tx } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";

// A database without a server, which would send due emails.
export let sql: Sql;
export function withAnswers() {
  let url: string;
  beforeAll(async () => {
    url = await createTestDatabase(inject("clusterUrl"));
    sql = connect(url);
  });
  afterAll(async () => {
    await sql.end();
    await dropTestDatabase(url);
  });
  beforeEach(async () => {
    await sql`delete from contact_submissions`;
    await sql`delete from mails`;
    await sql`delete from inbound_mails`;
    await sql`delete from private.refused_addresses`;
  });
}

export const ANA = "ana@halfmoon.example";

export async function lead(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), email: ANA, mail_next_attempt_at: null };
  const [made] =
    await sql`insert into contact_submissions ${sql({ ...row, ...more })} returning id`;
  return made?.id;
}

export const arrives = (more: Record<string, unknown> = {}) => mailArrives(sql, more);

/** An email of ours to a lead that was sent. */
export async function sent(of: string, more: Record<string, unknown> = {}): Promise<string> {
  const [mail] = await sql`insert into mails ${sql({
    kind: "reply",
    submission_id: of,
    recipient: ANA,
    subject: "Re: Your message",
    body: sql.json([{ text: "Ten dollars." }]) as never,
    state: "sent",
    sent_at: "2026-11-20T12:00:00Z",
    send_after: null,
    ...more,
  })} returning id`;
  return mail?.id;
}

/** The signed reply address of a lead, as an email to it gets it. */
export async function replyAddress(of: string): Promise<string> {
  await sql`update mails set send_after = null where send_after is not null`;
  await sent(of, { state: "waiting", sent_at: null, send_after: "2020-01-01" });
  const [row] = await sql`select queued_mail_claim() as mail`;
  await sql`delete from mails where id = ${row?.mail.id}`;
  return `reply+${row?.mail.reply_token}@example.com`;
}

export const rowOf = async (id: string) =>
  (await sql`select * from contact_submissions where id = ${id}`)[0];

/** Runs with the rights of a signed-in admin. */
export const asAdmin = <Result>(work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    const [session] = await tx`insert into auth.sessions (id, user_id)
      select gen_random_uuid(), id from auth.users where email = ${people.admin.email}
      returning id as session_id, user_id as sub`;
    const claims = JSON.stringify({ ...session, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`set local role authenticated`;
    return work(tx);
  });

export const activityOf = async (of: string) =>
  (
    await sql`select kind, details from lead_events where submission_id = ${of}
      and kind <> 'created' order by happened_at, kind`
  ).map(({ kind, details }) => [kind, details.to ?? details.what]);
