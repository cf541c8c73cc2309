import pg from "pg";
import { HttpError } from "#server/backend/http-error.ts";
import { asDatabaseError, statusOfSqlState } from "./errors.ts";
import { type Pool, type Query, queryOn, transactionOn } from "./pool.ts";
import { readSessionToken } from "./session-token.ts";

/** The caller, as the database knows them. */
export interface Caller {
  role: "anon" | "authenticated" | "service_role";
  /** the token's claims; empty for a visitor */
  claims: Record<string, unknown>;
  /** false: signed in but not an admin; omitted if that wasn't checked */
  staff?: boolean;
  /** the visitor's IP address, when the database rate-limits by it (private.client_address) */
  address?: string;
}

export const VISITOR: Caller = { role: "anon", claims: { role: "anon" } };

/** The caller with the secret key: functions, in this process. */
export const SERVICE: Caller = { role: "service_role", claims: { role: "service_role" } };

/** The session token, if any. Without a session, supabase-js sends the publishable key in its place. */
export function tokenIn(headers: Headers): string | undefined {
  const token = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return token?.startsWith("sb_") ? undefined : token;
}

/** The caller with this token; a visitor without. @throws HttpError 401 when it is invalid or has expired */
export async function callerOf(token: string | undefined, jwtSecret: string): Promise<Caller> {
  if (!token) return VISITOR;
  try {
    const claims = await readSessionToken(token, jwtSecret);
    return { role: claims.role, claims };
  } catch {
    throw sessionEnded();
  }
}

const sessionEnded = (cause?: Error) =>
  new HttpError(401, "invalid_jwt", "Your session has ended. Sign in again.", {}, cause);

/** How long one statement may take: visitors' are short, staff may load the largest list. */
export const STATEMENT_MS = { anybody: 1_000, staff: 8_000 };

const statementMs = ({ role, staff }: Caller) =>
  role === "anon" || staff === false ? STATEMENT_MS.anybody : STATEMENT_MS.staff;

/**
 * Runs statements in one transaction as the caller, so that row-level security applies.
 * @throws HttpError 401 when the caller's session has ended
 */
export async function transactionAs<T>(
  pool: Pool,
  caller: Caller,
  work: (client: pg.PoolClient) => Promise<T>,
  { readOnly = false } = {},
): Promise<T> {
  try {
    return await transactionOn(
      pool,
      `begin${readOnly ? " read only" : ""}; ${contextOf(caller)}`,
      work,
    );
  } catch (error) {
    const known = asDatabaseError(error);
    throw known?.code === SESSION_ENDED ? sessionEnded(known) : error;
  }
}

/** The error code that private.require_open_session raises. */
const SESSION_ENDED = "PT401";

/**
 * Sets the claims that policies read, then the role, which allows no more changes. The same message also
 * checks that the session is open, which saves a round trip to the database.
 */
function contextOf(caller: Caller): string {
  const { role, claims, address } = caller;
  const settings = [
    ["request.jwt.claims", JSON.stringify(claims)],
    ["request.jwt.claim.sub", typeof claims.sub === "string" ? claims.sub : ""],
    ["request.jwt.claim.role", role],
    // Where PostgREST puts all headers. None comes from the request itself, so nobody can fake an
    // address.
    ...(address ? [["request.headers", JSON.stringify({ "x-forwarded-for": address })]] : []),
    ["statement_timeout", String(statementMs(caller))],
    ["role", role],
  ];
  const parts = settings.map(
    ([name = "", value = ""]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  const open = role === "authenticated" ? "; select private.require_open_session()" : "";
  return `select ${parts.join(", ")}${open}`;
}

/**
 * Same as transactionAs, for storage, which has its own error messages.
 * @throws HttpError 401 or 403 when a policy or a missing grant refuses, or as a function of ours says
 */
export async function asCaller<T>(
  pool: Pool,
  caller: Caller,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  try {
    return await transactionAs(pool, caller, (client) => work(queryOn(client)));
  } catch (error) {
    const { code = "", message = "" } = asDatabaseError(error) ?? {};
    // A function of ours chose the status, and the sentence is for people.
    if (code.startsWith("PT4")) throw new HttpError(statusOfSqlState(code, true), code, message);
    if (code !== "42501") throw error;
    throw caller.role === "anon"
      ? new HttpError(401, "unauthorized", "Sign in first.")
      : new HttpError(403, "forbidden", "Only an admin can do this.");
  }
}

/** Switches the rest of the transaction back to the server's role. */
export const asServer = (query: Query) => query`set local role none`;
