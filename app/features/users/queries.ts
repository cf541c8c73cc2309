import { FunctionsHttpError } from "@supabase/supabase-js";
import { answered, checkSession } from "#app/lib/data/answers.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { ListParams, Page } from "#app/lib/data/table-store.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";

/** The first part of every query key about users. */
export const name = "users";

/** What both functions answer, in success and in failure (rule P-6). */
interface Answer {
  success: boolean;
  error: string | null;
}

interface Request {
  method: "GET" | "POST";
  body?: Record<string, string>;
}

/**
 * Calls an admin-only function with the session's access token.
 * @throws 'No session' without one; a refusal in the function's own words, with its status
 */
async function callAsAdmin<A extends Answer>(path: string, { method, body }: Request): Promise<A> {
  const { data: auth } = await supabase().auth.getSession();
  if (!auth.session) throw refused(MESSAGES.users.noSession, 401);
  const { data, error, response } = await supabase().functions.invoke<A>(path, {
    method,
    body,
    headers: { Authorization: `Bearer ${auth.session.access_token}` },
  });
  if (error instanceof FunctionsHttpError) {
    if (response?.status === 403) await checkSession();
    throw refused(await wordsOf(response), response?.status);
  }
  // A request without an answer: the network's own error tells whether it is ours.
  if (error) throw error.context ?? error;
  if (!data?.success) throw refused(data?.error, response?.status);
  return data;
}

const refused = (words: string | null | undefined, status: number | undefined) =>
  Object.assign(words ? new RefusedError(words) : new Error(), { status });

const wordsOf = async (response: Response | undefined): Promise<string | null> => {
  const answer: Partial<Answer> | undefined = await response?.json().catch(() => undefined);
  return answer?.error ?? null;
};

/** Users whose e-mail or name holds the words, newest first. */
export async function list({ q, page, pageSize }: ListParams): Promise<Page<AdminUser>> {
  const query = new URLSearchParams({
    search: q.trim(),
    page_size: String(pageSize),
    page_offset: String((page - 1) * pageSize),
  });
  const { users, total } = await callAsAdmin<Answer & { users: AdminUser[]; total: number }>(
    `admin-list-users?${query}`,
    { method: "GET" },
  );
  return { rows: users, total };
}

/** Sets a new password and ends that user's sessions. */
export const resetPassword = (userId: string, newPassword: string) =>
  callAsAdmin("admin-reset-password", { method: "POST", body: { userId, newPassword } });

/** Refused in words when it would unmake the last admin. */
export const removeAdmin = ({ id }: AdminUser) =>
  answered(supabase().rpc("admin_set_admin", { user_id: id, make_admin: false }));

/** Mails a link, or a new one: who accepts it is an admin. */
export const invite = ({ email, full_name }: Pick<AdminUser, "email" | "full_name">) =>
  callAsAdmin("admin-invite", {
    method: "POST",
    body: { email, ...(full_name && { fullName: full_name }) },
  });

/** The mailed link is void at once. */
export const revokeInvitation = ({ email }: AdminUser) =>
  answered(supabase().rpc("admin_revoke_invitation", { email }));

/**
 * Sends the mail with the confirmation link once more. The backend answers alike when there is nothing
 * to send, so this asks first.
 */
export async function resendConfirmation({ id, email }: AdminUser): Promise<void> {
  const { rows } = await list({ q: email, page: 1, pageSize: 100 });
  const now = rows.find((one) => one.id === id);
  if (!now) throw new RefusedError("This account no longer exists");
  if (now.email_confirmed_at) throw new RefusedError("The address was confirmed meanwhile");
  const { error } = await supabase().auth.resend({ type: "signup", email });
  if (error) throw error;
}
