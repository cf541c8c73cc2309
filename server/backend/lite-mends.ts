import type { Connection } from "@supabase/lite";
import { CompiledQuery, type Kysely } from "kysely";
import { asDatabaseError, isConnectionLoss, statusOfSqlState } from "./errors.ts";

interface RequestVars {
  auth?: { role?: string; uid?: string | null; jwt?: unknown };
}

/**
 * Mends what @supabase/lite 0.10 does with PostgreSQL, on one connection object.
 * - It grants all privileges on every table to the API's roles on the first request, undoing what
 *   migrations revoked: told that this is done already.
 * - It sets a request's role and claims in six statements: one does.
 * - It knows few of PostgreSQL's errors and answers 500 `SUP` for the rest, check violations among
 *   them: they get PostgREST's statuses.
 */
export function mendConnection(connection: Connection): void {
  Object.assign(connection, {
    rlsState: "active",
    applyJwtSessionContext: (transaction: Kysely<unknown>, vars: RequestVars) =>
      transaction.executeQuery(CompiledQuery.raw(SET_CONTEXT, contextOf(vars))),
    normalizeDbError,
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

// What Lite answers rightly by itself; it tells a visitor's 42501 from a signed-in person's.
const KNOWN = /^(42|22|21|23502$|23503$|23505$|25006$|PT|PGRST)/;

/**
 * Says an error in the form in which Lite takes status, code and message as they are: that of a
 * function which raises SQLSTATE `PGRST` (PostgREST's documentation, "Raise errors with HTTP status").
 */
function normalizeDbError(error: unknown): unknown {
  if (isConnectionLoss(error)) return raised(error, 503, { code: "08006", message: UNREACHABLE });
  const known = asDatabaseError(error);
  if (!known || KNOWN.test(known.code)) return error;
  return raised(error, statusOfSqlState(known.code, true), known);
}

const UNREACHABLE = "The database does not answer just now.";

function raised(
  cause: unknown,
  status: number,
  { code, message, detail = null, hint = null }: Raised,
) {
  return {
    code: "PGRST",
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status, headers: {} }),
    // What the log tells instead of this form.
    cause,
  };
}

interface Raised {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
}
