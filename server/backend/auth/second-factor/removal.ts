import type { Query } from "#server/backend/postgres/pool.ts";

/**
 * Removes a factor, and recovery codes that are left without an authenticator app. Sessions that proved
 * what was removed have to prove another.
 * @param query in a transaction
 */
export async function removeFactor(query: Query, userId: string, id: string): Promise<void> {
  const removed = await query<{ id: string }>`
    with gone as (
      delete from auth.mfa_factors where id = ${id} and user_id = ${userId} returning id
    ), codes as (
      delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code'
        and not exists (select from auth.mfa_factors o where o.user_id = ${userId}
          and o.id <> ${id} and o.factor_type <> 'recovery_code' and o.status = 'verified')
      returning id
    )
    select id from gone union select id from codes`;
  const ids = removed.map((one) => one.id);
  const weak = await query<{ id: string }>`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where user_id = ${userId} and factor_id = any (${ids}::uuid[]) returning id`;
  await query`delete from auth.mfa_amr_claims
    where session_id = any (${weak.map((one) => one.id)}::uuid[])`;
}
