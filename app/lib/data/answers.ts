import { type Access, accessOf, mayUse, type Right } from "#app/lib/access/access.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { NO_PERMISSION } from "#app/lib/errors/reasons.ts";
import { supabase } from "./supabase.ts";

export interface Answer<Data> {
  data: Data | null;
  error: unknown;
  /** the HTTP status, which PostgREST's error lacks; tells an ended session from a refusal */
  status?: number;
}

/**
 * Returns the response's data or throws its error with the status. A permission error may come from
 * a session that was ended elsewhere; in that case, throws the session error instead.
 */
export async function answered<Data>(call: PromiseLike<Answer<Data>>): Promise<Data> {
  const { data, error, status } = await call;
  if (!error) return data as Data;
  if ((error as { code?: string }).code === "42501") await checkSession();
  throw Object.assign(error, { status });
}

/**
 * Rights end with the session, which can be ended elsewhere (a new password). An unexpired
 * token then looks like a user without rights. The auth server knows the difference, and its client
 * then reports a sign-out, so that the person is asked to sign in again.
 */
export async function checkSession(client = supabase()): Promise<void> {
  const { error } = await client.auth.getUser();
  if (error) throw error;
}

/**
 * Row-level security returns no rows, without an error, to people who have lost their rights.
 * @returns what the person may still use
 * @throws when the session or every role is gone
 */
export async function checkRights(client = supabase()): Promise<Access> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw Object.assign(new Error(), { name: "AuthSessionMissingError" });
  const roles = await answered(client.rpc("my_roles"));
  if (roles.length > 0) return accessOf(roles);
  await checkSession(client);
  throw new RefusedError("You no longer have access");
}

/** @throws when the session is gone, or every one of the rights of which one allows a write */
export async function checkNeeds(needs: readonly Right[] = ["editContent"]): Promise<void> {
  if (!mayUse(await checkRights(), needs)) throw new RefusedError(NO_PERMISSION);
}

/**
 * Throws why a write affected no row: the session, the role or the row is gone.
 * @param now the row, if it can be read: then the role no longer includes writing it
 */
export async function explainZeroRows(
  needs?: readonly Right[],
  now: object | null = null,
): Promise<never> {
  await checkNeeds(needs);
  throw new RefusedError(now ? NO_PERMISSION : "Someone else just deleted it");
}
