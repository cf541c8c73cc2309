import type { MailedLink } from "#app/features/auth/mailed-link.ts";
import { supabase } from "#app/lib/supabase.ts";

/** Throws the backend's error; the session arrives through onAuthStateChange. */
async function settle(call: Promise<{ error: unknown }>): Promise<void> {
  const { error } = await call;
  if (error) throw error;
}

export const signIn = (email: string, password: string) =>
  settle(supabase().auth.signInWithPassword({ email, password }));

/** The confirmation link comes back to /admin (rule A-4). */
export const signUp = (email: string, password: string, fullName: string) =>
  settle(
    supabase().auth.signUp({
      email,
      password,
      options: {
        data: { full_name: fullName },
        emailRedirectTo: `${window.location.origin}/admin`,
      },
    }),
  );

/**
 * Ends the session of this browser, which needs no server.
 * @returns why the server could not be told of it; undefined when it was
 * @throws when the browser still holds the session
 */
export async function signOut(): Promise<unknown> {
  const { auth } = supabase();
  try {
    await settle(auth.signOut({ scope: "local" }));
  } catch (cause) {
    const { data } = await auth.getSession();
    if (data.session) throw cause;
    return cause;
  }
}

export const requestReset = (email: string) => settle(supabase().auth.resetPasswordForEmail(email));

export const requestConfirmation = (email: string) =>
  settle(supabase().auth.resend({ type: "signup", email }));

/** Signs in whoever the link was sent to, and uses it up. @returns their e-mail address */
export async function followLink(link: MailedLink): Promise<string | undefined> {
  const { data, error } = await supabase().auth.verifyOtp(link);
  if (error) throw error;
  return data.user?.email;
}

export const setNewPassword = (password: string) =>
  settle(supabase().auth.updateUser({ password }));

/** The database's answer to 'is this an admin?'; throws when there is none. */
export async function isAdminUser(): Promise<boolean> {
  const { data, error } = await supabase().rpc("is_admin_user");
  if (error) throw error;
  return data === true;
}

/** Whether the session was ended from elsewhere (a new password) while its token still looks valid. */
export async function hasSessionEnded(): Promise<boolean> {
  const { error } = await supabase().auth.getUser();
  return error?.name === "AuthSessionMissingError";
}

let renewing = false;

/**
 * A session that an answer called invalid is renewed once; when that is refused, the client says
 * SIGNED_OUT and the person is asked to sign in again in place.
 */
export async function renewSession(): Promise<void> {
  if (renewing) return;
  renewing = true;
  try {
    await supabase().auth.refreshSession();
  } finally {
    renewing = false;
  }
}
