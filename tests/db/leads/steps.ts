import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, onTestFinished } from "vitest";
import type { Database, LeadsWanted } from "#app/lib/data/database.types.ts";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { admin as anyAdmin, site, withAdmin } from "../steps.ts";

export { site };
export let admin: SupabaseClient<Database>;
export let me: string;
export function withSite() {
  withAdmin(async () => {
    admin = anyAdmin;
    const [user] = await site.sql`select id from auth.users where email = ${people.admin.email}`;
    me = user?.id;
  });
  beforeEach(() => site.sql`delete from contact_submissions`);
}

/** Stores a lead as a restored backup would, and returns its id. */
export async function add(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null, ...more };
  const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
  return stored?.id;
}

export const found = async (what: Partial<LeadsWanted>) => {
  const { data } = await admin.rpc("lead_list", { what }).throwOnError();
  return data.rows.map(({ name }) => name).toSorted();
};

export const change = (id: string, changes: object) =>
  admin.from("contact_submissions").update(changes).eq("id", id).throwOnError();

export const rowOf = async (id: string) =>
  (await site.sql`select * from contact_submissions where id = ${id}`)[0];

/** Uses up the hour's notices until the test ends: the server's own job would send one that becomes due. */
export async function useUpNotices(sql: Sql): Promise<void> {
  onTestFinished(async () => {
    await sql`delete from private.company_mails`;
  });
  await sql`insert into private.company_mails (submission_id)
    select gen_random_uuid() from generate_series(1, private.mails_an_hour())`;
}
