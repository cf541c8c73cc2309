import { asServer } from "#server/backend/postgres/caller.ts";
import type { Query } from "#server/backend/postgres/pool.ts";

type Kind = "second_factor_guessed" | "recovery_code_used" | "new_sign_in";

/**
 * Queues an email to an account about something that only this service sees.
 * @param query in a transaction, left in the server's role
 */
export async function enqueueNotice(query: Query, userId: string, kind: Kind, detail?: string) {
  await query`set local role service_role`;
  await query`select public.account_notice_add(${userId}, ${kind}, ${detail ?? null})`;
  await asServer(query);
}
