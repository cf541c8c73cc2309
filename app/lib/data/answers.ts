import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { supabase } from "./supabase.ts";

export interface Answer<Data> {
  data: Data | null;
  error: unknown;
  /** HTTP's; PostgREST's error does not carry it, and it tells an ended session from a refusal */
  status?: number;
}

/**
 * The data of an answer; throws its error, with the status in it. A refusal for want of rights may
 * be a session that was ended elsewhere: that is thrown instead.
 */
export async function answered<Data>(call: PromiseLike<Answer<Data>>): Promise<Data> {
  const { data, error, status } = await call;
  if (!error) return data as Data;
  if ((error as { code?: string }).code === "42501") await checkSession();
  throw Object.assign(error, { status });
}

/**
 * Admin rights end with the session, which someone may end from elsewhere (a new password): a token
 * that has not expired yet then looks like one of somebody without rights. The auth server knows; its
 * client then says that the person is signed out, so that they are asked to sign in again.
 */
export async function checkSession(client = supabase()): Promise<void> {
  const { error } = await client.auth.getUser();
  if (error) throw error;
}

/**
 * Row-level security answers 'no rows' without a word to anyone who lost a right meanwhile: this asks.
 * @throws when the session is gone, or the admin rights are
 */
export async function checkRights(client = supabase()): Promise<void> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw Object.assign(new Error(), { name: "AuthSessionMissingError" });
  if ((await answered(client.rpc("is_admin_user"))) === true) return;
  await checkSession(client);
  throw new RefusedError("You no longer have admin rights");
}

/** Why a write touched no row: the session is gone, the admin rights are, or the row is. Always throws. */
export async function explainZeroRows(): Promise<never> {
  await checkRights();
  throw new RefusedError("Someone else just deleted it");
}
