import type { QueryClient } from "@tanstack/react-query";
import { ACCESS, type Access, accessOf } from "#app/lib/access/access.ts";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { isBack } from "#app/lib/retry/when-back.ts";
import { MAX_NAME_LENGTH } from "#contract/account-rules.ts";
import { forgetKnownAdmin } from "./known-admin.ts";
import type { MailedLink } from "./mailed-link.ts";
import { isHalf } from "./second-factor/half-session.ts";

/** Throws the backend's error; the session arrives through onAuthStateChange. */
export async function settle(call: Promise<{ error: unknown }>): Promise<void> {
  const { error } = await call;
  if (error) throw error;
}

/** @returns whether the session still needs a code */
export async function signIn(email: string, password: string): Promise<boolean> {
  const { data, error } = await supabase().auth.signInWithPassword({ email, password });
  if (error) throw error;
  return isHalf(data.session);
}

/**
 * Signs the same person in again, and ends the session that the new one replaces.
 * @returns as signIn
 */
export async function signInAgain(email: string, password: string): Promise<boolean> {
  const { auth } = supabase();
  const earlier = (await auth.getSession()).data.session;
  const isHalfSession = await signIn(email, password);
  // It would stay in the list of sessions. If it does, its owner can end it there.
  if (earlier) await auth.admin.signOut(earlier.access_token, "local");
  return isHalfSession;
}

/** The confirmation link returns to /admin (rule A-4). */
export async function signUp(email: string, password: string, fullName: string) {
  if (fullName.length > MAX_NAME_LENGTH)
    throw new RefusedError(MESSAGES.nameTooLong(MAX_NAME_LENGTH));
  await settle(
    supabase().auth.signUp({
      email,
      password,
      options: {
        data: { full_name: fullName },
        emailRedirectTo: `${window.location.origin}/admin`,
      },
    }),
  );
}

/** Removes this browser's session, and only then asks the server to end it; throws the server's error. */
export const signOut = () => settle(supabase().auth.signOut({ scope: "local" }));

export const requestReset = (email: string) => settle(supabase().auth.resetPasswordForEmail(email));

export const requestConfirmation = (email: string) =>
  settle(supabase().auth.resend({ type: "signup", email }));

/** Signs in the link's recipient, and uses the link up. @returns their email address */
export async function followLink(link: MailedLink): Promise<string | undefined> {
  const { data, error } = await supabase().auth.verifyOtp(link);
  if (error) throw error;
  return data.user?.email;
}

export const setNewPassword = (password: string) =>
  settle(supabase().auth.updateUser({ password }));

/** Accepts an open admin invitation, if there is one. @returns whether there was one */
export async function acceptInvitation(): Promise<boolean> {
  const { data, error } = await supabase().rpc("accept_admin_invitation");
  if (error) throw error;
  return data === true;
}

/** Timeout of the admin check. */
const ADMIN_CHECK_MS = 10_000;

/** The database's answer to 'is this an admin?'; throws when there is none. */
export async function isAdminUser(): Promise<boolean> {
  const asked = supabase().rpc("is_admin_user").abortSignal(AbortSignal.timeout(ADMIN_CHECK_MS));
  return (await answered(asked)) === true;
}

/** The person's roles, in the database's words; throws when there is no answer. */
export const myRoles = (): Promise<string[]> => answered(supabase().rpc("my_roles"));

/** What the database knows of the person's second factor. */
export interface MySecondFactor {
  enrolled: boolean;
  /** this session proved it */
  proved: boolean;
  /** the day from which the person's role needs one: "2026-12-01" */
  required_from: string | null;
  /** that day has come */
  required: boolean;
}

/** Throws when there is no answer. */
export const mySecondFactor = async (): Promise<MySecondFactor> =>
  (await answered(supabase().rpc("my_second_factor"))) as unknown as MySecondFactor;

/** Whether the person ever had a role; throws when there is no answer. */
export const wasAdminUser = (): Promise<boolean> => answered(supabase().rpc("was_admin_user"));

/**
 * Whether the session was revoked elsewhere, as by a new password, while its token still looks
 * valid. Throws when the server doesn't answer.
 */
export async function hasSessionEnded(): Promise<boolean> {
  const { error } = await supabase().auth.getUser();
  if (error && error.name !== "AuthSessionMissingError") throw error;
  return error !== null;
}

/**
 * Asks again after a refusal: the role may have changed. Someone who lost every role stays, so that
 * nothing typed is lost; the refusal says it. Only an open inbox loads again.
 */
export async function askRolesAgain(client: QueryClient): Promise<void> {
  const roles = await myRoles().catch(() => []);
  if (roles.length === 0) return;
  const access = accessOf(roles);
  if (!access.administer) forgetKnownAdmin();
  client.setQueriesData<Access>({ queryKey: [ACCESS] }, (before) => before && access);
}

let renewing = false;
let renewedAt = 0;
/** If a session renewed this recently is rejected again, retrying pending requests would loop. */
const JUST_NOW_MS = 30_000;

/**
 * Renews a session that a response called invalid. If the renewal is refused, the client emits
 * SIGNED_OUT and the person signs in again in place.
 */
export async function renewSession(): Promise<void> {
  if (renewing) return;
  renewing = true;
  try {
    const { auth } = supabase();
    const { session } = (await auth.refreshSession()).data;
    // The client keeps a session whose token hasn't expired. The server's answer here ends it.
    if (!session) await auth.getUser();
    // Until a code is entered, retries would be refused again.
    else if (!isHalf(session)) {
      if (Date.now() - renewedAt > JUST_NOW_MS) isBack("session");
      renewedAt = Date.now();
    }
  } finally {
    renewing = false;
  }
}
