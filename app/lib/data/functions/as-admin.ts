import { FunctionsHttpError } from "@supabase/supabase-js";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { checkSession } from "../answers.ts";
import { supabase } from "../supabase.ts";

/** The response of every admin-only function, for success and failure (rule P-6). */
export interface AdminAnswer {
  success: boolean;
  error: string | null;
}

interface Request {
  method: "GET" | "POST";
  body?: Record<string, string | string[]>;
}

/**
 * Calls an admin-only function with the session's access token.
 * @throws 'No session' without one; a refusal with the function's own message and status
 */
export async function callAsAdmin<A extends AdminAnswer>(
  path: string,
  { method, body }: Request,
): Promise<A> {
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
  // No response: rethrow the network's own error, which shows whether the problem is on our side.
  if (error) throw error.context ?? error;
  if (!data?.success) throw refused(data?.error, response?.status);
  return data;
}

const refused = (words: string | null | undefined, status: number | undefined) =>
  Object.assign(words ? new RefusedError(words) : new Error(), { status });

const wordsOf = async (response: Response | undefined): Promise<string | null> => {
  const answer: Partial<AdminAnswer> | undefined = await response?.json().catch(() => undefined);
  return answer?.error ?? null;
};
