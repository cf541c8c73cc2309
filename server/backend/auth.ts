import { setTimeout as delay } from "node:timers/promises";
import { type LiteMailer, withRedirectOf } from "./auth-mail.ts";
import { readCaller } from "./caller.ts";
import { Refusal } from "./errors.ts";
import type { Lite } from "./lite.ts";
import type { Query } from "./pool.ts";
import { resendConfirmation } from "./resend-confirmation.ts";

/** Longer than any of these takes when the account exists (a bcrypt hash, a mail handed over). */
const EVEN_PACE_MS = 300;

const TELLTALE = /^\/auth\/v1\/(signup|recover|resend|otp|magiclink)$/;

interface Parts {
  lite: Lite;
  query: Query;
  mailer: LiteMailer;
  jwtSecret: string;
}

/**
 * /auth/v1 with what @supabase/lite leaves open: answers whose words or speed would tell a stranger
 * which addresses have an account, and sessions that outlive the password they began with.
 */
export function createAuth({ lite, query, mailer, jwtSecret }: Parts) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const signsIn =
      url.pathname === "/auth/v1/token" && url.searchParams.get("grant_type") === "password";
    const resends = url.pathname === "/auth/v1/resend";
    const updates = url.pathname === "/auth/v1/user" && request.method === "PUT";
    const body = signsIn || resends || updates ? await request.clone().text() : "";
    const evenPace = delay(EVEN_PACE_MS);
    const response = await withRedirectOf(request, async () => {
      const answer = await lite.fetch(request);
      // Its way to say that this sign-up is pending; it never sends the mail again.
      if (!resends || answer.status !== 429) return answer;
      return resendConfirmation(query, mailer, body);
    });
    if (TELLTALE.test(url.pathname) || (signsIn && !response.ok)) await evenPace;
    if (signsIn && response.status === 400) await refuseGuesses(query, response.clone(), body);
    if (updates && response.ok && "password" in JSON.parse(body))
      await endOtherSessions(query, (await readCaller(request, jwtSecret)).claims);
    return response;
  };
}

/** As Supabase does: whoever knew the old password, or holds a session of it, is out. */
const endOtherSessions = (query: Query, { sub, session_id }: Record<string, unknown>) =>
  query`delete from auth.sessions where user_id = ${sub}::uuid and id <> ${session_id}::uuid`;

/** 'Email not confirmed' is for the one who knows the password; Lite says it before it checks that. */
async function refuseGuesses(query: Query, response: Response, body: string) {
  const { error_code } = (await response.json()) as { error_code?: string };
  if (error_code !== "email_not_confirmed") return;
  const { email, password } = JSON.parse(body) as { email: string; password: string };
  // bcryptjs marks its hashes $2b$, which pgcrypto does not know; they are computed like $2a$.
  const [match] = await query`
    select 1 from auth.users u, lateral (select '$2a$' || substr(u.encrypted_password, 5)) h (hash)
    where u.email = ${email.toLowerCase()} and extensions.crypt(${password}, h.hash) = h.hash`;
  if (!match) throw new Refusal(400, "invalid_credentials", "Invalid login credentials");
}
