import type { Connection } from "@supabase/lite";
import { CompiledQuery, type Kysely } from "kysely";

interface RequestVars {
  auth?: { role?: string; uid?: string | null; jwt?: unknown };
}

/**
 * Mends what @supabase/lite 0.10 does with PostgreSQL, on one connection object.
 * - It grants all privileges on every table to the API's roles on the first request, undoing what
 *   migrations revoked: told that this is done already.
 * - It sets a request's role and claims in six statements: one does.
 */
export function mendConnection(connection: Connection): void {
  Object.assign(connection, {
    rlsState: "active",
    applyJwtSessionContext: (transaction: Kysely<unknown>, vars: RequestVars) =>
      transaction.executeQuery(CompiledQuery.raw(SET_CONTEXT, contextOf(vars))),
  });
}

// set_config in the order written: once the role is set, the rest could be refused.
const SET_CONTEXT = `select
  set_config('request.jwt.claim.sub', $1, true),
  set_config('request.jwt.claim.role', $2, true),
  set_config('request.jwt.claims', $3, true),
  set_config('statement_timeout', '8s', true),
  set_config('role', $2, true)`;

function contextOf({ auth }: RequestVars): string[] {
  const role = auth?.role || "anon";
  return [String(auth?.uid ?? ""), role, JSON.stringify(auth?.jwt ?? { role })];
}
