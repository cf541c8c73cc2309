import { beforeEach } from "vitest";
import { tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "../steps.ts";

export { admin, site };
export function withSite() {
  withAdmin();
  beforeEach(async () => {
    await site.sql`delete from contact_submissions`;
    await site.sql`delete from inbound_mails`;
    await site.sql`delete from lead_erasures`;
  });
}

/** Appears in every text of the person, and nowhere else. */
export const MARK = "zyxmarkzyx";
export const EMAIL = `${MARK}@example.com`;

export async function add(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null, ...more };
  const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
  return stored?.id;
}
export const call = async (name: "lead_person" | "lead_person_export", address = EMAIL) =>
  // biome-ignore lint/suspicious/noExplicitAny: the response may be any JSON
  (await admin.rpc(name, { address }).throwOnError()).data as any;
