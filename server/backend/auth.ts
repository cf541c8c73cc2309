import { setTimeout as delay } from "node:timers/promises";
import { type LiteMailer, withRedirectOf } from "./auth-mail.ts";
import { readCaller } from "./caller.ts";
import { Refusal } from "./errors.ts";
import { answerAsIfNew } from "./known-sign-up.ts";
import type { Lite } from "./lite.ts";
import type { Query } from "./pool.ts";
import { resendConfirmation } from "./resend-confirmation.ts";

/** Longer than any of these takes when the account exists (a bcrypt hash, a mail handed over). */
const EVEN_PACE_MS = 300;

const TELLTALE = /^\/auth\/v1\/(signup|recover|resend|otp|magiclink)$/;
const SIGN_IN_LINK = /^\/auth\/v1\/(otp|magiclink)$/;

interface Parts {
  lite: Lite;
  query: Query;
  mailer: LiteMailer;
  jwtSecret: string;
}

/**
 * /auth/v1 with what @supabase/lite leaves open: answers whose words or speed would tell a stranger
 * which addresses have an account, accounts that nobody signed up for, and sessions that outlive the
 * password they began with.
 */
export function createAuth({ lite, query, mailer, jwtSecret }: Parts) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const signsIn = pathname === "/auth/v1/token" && searchParams.get("grant_type") === "password";
    const telltale = TELLTALE.test(pathname);
    const updates = pathname === "/auth/v1/user" && request.method === "PUT";
    const body = signsIn || telltale || updates ? await request.clone().text() : "";
    const evenPace = delay(EVEN_PACE_MS);
    const response = await withRedirectOf(request, async () => {
      if (SIGN_IN_LINK.test(pathname)) return signInLink(lite, request, body);
      const answer = await lite.fetch(request);
      // Its way to say that there is such an account; it never sends the mail again.
      if (!telltale || answer.status !== 429) return answer;
      return pathname === "/auth/v1/signup"
        ? signUpAgain(query, mailer, body)
        : resendConfirmation(query, mailer, JSON.parse(body));
    });
    if (telltale || (signsIn && !response.ok)) await evenPace;
    if (signsIn && response.status === 400) await refuseGuesses(query, response, body);
    if (updates && response.ok && "password" in JSON.parse(body))
      await endOtherSessions(query, (await readCaller(request, jwtSecret)).claims);
    return response;
  };
}

/** As Supabase does: whoever knew the old password, or holds a session of it, is out. */
const endOtherSessions = (query: Query, { sub, session_id }: Record<string, unknown>) =>
  query`delete from auth.sessions where user_id = ${sub}::uuid and id <> ${session_id}::uuid`;

const codeOf = async (response: Response) =>
  response.ok ? undefined : ((await response.clone().json()) as { error_code?: string }).error_code;

/** A link for who has an account. Lite would make one for anybody, and call the address confirmed. */
async function signInLink(lite: Lite, request: Request, body: string): Promise<Response> {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  url.pathname = "/auth/v1/otp";
  const asked = body && JSON.stringify({ ...JSON.parse(body), create_user: false });
  const answer = await lite.fetch(
    new Request(url, { method, headers, signal, body: asked || undefined }),
  );
  return (await codeOf(answer)) === "otp_disabled" ? Response.json({}) : answer;
}

/** A sign-up that still waits gets its mail once more; whoever has an account gets nothing. */
async function signUpAgain(query: Query, mailer: LiteMailer, body: string): Promise<Response> {
  const asked = JSON.parse(body);
  await resendConfirmation(query, mailer, { ...asked, type: "signup" });
  return answerAsIfNew(asked);
}

/** 'Email not confirmed' is for the one who knows the password; Lite says it before it checks that. */
async function refuseGuesses(query: Query, response: Response, body: string) {
  if ((await codeOf(response)) !== "email_not_confirmed") return;
  const { email, password } = JSON.parse(body) as { email: string; password: string };
  // bcryptjs marks its hashes $2b$, which pgcrypto does not know; they are computed like $2a$.
  const [match] = await query`
    select 1 from auth.users u, lateral (select '$2a$' || substr(u.encrypted_password, 5)) h (hash)
    where u.email = ${email.toLowerCase()} and extensions.crypt(${password}, h.hash) = h.hash`;
  if (!match) throw new Refusal(400, "invalid_credentials", "Invalid login credentials");
}
