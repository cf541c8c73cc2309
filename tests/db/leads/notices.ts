import { onTestFinished } from "vitest";
import type { Sql } from "#server/backend/postgres/connection.ts";

/** Uses up the hour's notices until the test ends: the server's own job would send one that gets due. */
export async function useUpNotices(sql: Sql): Promise<void> {
  onTestFinished(async () => {
    await sql`delete from private.company_mails`;
  });
  await sql`insert into private.company_mails (submission_id)
    select gen_random_uuid() from generate_series(1, private.mails_an_hour())`;
}
