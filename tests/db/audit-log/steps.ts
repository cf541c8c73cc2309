import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

export let site: TestBackend;
/** Signed in with CHROME. */
export let owner: SupabaseClient;
export const me = people.admin.email;
/** Where the requests of the test's clients come from, and a browser that signed in. */
export const ADDRESS = "203.0.113.7";
export const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Opens a site with an empty audit log before each test. */
export function withAuditLog() {
  beforeAll(async () => {
    site = await openTestBackend();
    await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
    owner = await site.admin();
    await site.sql`update auth.sessions set user_agent = ${CHROME}, ip = '198.51.100.9'`;
  });
  beforeEach(empty);
  afterAll(() => site.close());
}

/** Empties the log around its guard, as only an owner can who changes the table. */
export async function empty() {
  await site.sql`alter table private.audit_log disable trigger user`;
  await site.sql`delete from private.audit_log`;
  await site.sql`alter table private.audit_log enable trigger user`;
  await site.sql`delete from private.audit_counts`;
}

export const logged = async () => [
  ...(await site.sql`
    select kind, actor, about, detail, host(address) as address, browser
    from private.audit_log order by at, id`),
];
/** What an entry of the signed-in owner has, whatever was done. */
export const mine = { actor: me, address: ADDRESS, browser: "Chrome on Windows" };
export const emailOf = async (client: SupabaseClient) =>
  (await client.auth.getUser()).data.user?.email;
export const idOf = async (client: SupabaseClient) =>
  (await client.auth.getUser()).data.user?.id ?? "";
