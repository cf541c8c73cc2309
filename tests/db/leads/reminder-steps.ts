import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { tables } from "#tests/tables/index.ts";

// A database without a server, which would write and send due emails.
export let url: string;
export let sql: Sql;
export let dana: string;
export function withDatabase() {
  beforeAll(async () => {
    url = await createTestDatabase(inject("clusterUrl"));
    sql = connect(url);
    await sql`insert into site_settings (setting_key, setting_value)
      values ('contact_email', 'office@example.com')
      on conflict (setting_key) do update set setting_value = excluded.setting_value`;
    dana = await person("dana@example.com");
    await sql`update admins set is_owner = user_id = ${dana}`;
    await sql`delete from admins where user_id <> ${dana}`;
  });
  afterAll(async () => {
    await sql.end();
    await dropTestDatabase(url);
  });
  beforeEach(async () => {
    await sql`delete from contact_submissions`;
    await sql`delete from mails`;
    await sql`delete from lead_recipients`;
    await sql`delete from site_content where section_name = 'business_hours'`;
    await sql`delete from private.digests`;
    await sql`delete from private.digest_choices`;
  });
}

/** Adds someone who has been an admin for a long time. */
export async function person(email: string, confirmed = true): Promise<string> {
  const [user] = await sql`insert into auth.users (id, email, email_confirmed_at)
    values (gen_random_uuid(), ${email}, ${confirmed ? "2020-01-01" : null}) returning id`;
  await sql`insert into admins (user_id, created_at) values (${user?.id}, '2020-01-01')`;
  return user?.id;
}
export async function lead(name: string, more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), name, ...more };
  const [made] = await sql`insert into contact_submissions ${sql(row)} returning id`;
  return made?.id;
}
export const mails = async () =>
  (await sql`select recipient, subject, submission_id from mails order by recipient`).map(
    (row) => ({
      ...row,
    }),
  );
export const linksOf = async () => {
  const rows = await sql`select body from mails`;
  return rows.flatMap(({ body }) =>
    body.flatMap((part: { links?: [string, string][] }) => part.links ?? []),
  );
};
