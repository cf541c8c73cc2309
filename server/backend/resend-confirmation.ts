import { randomBytes } from "node:crypto";
import type { LiteMailer } from "./auth-mail.ts";
import type { Query } from "./pool.ts";

/**
 * Mails the confirmation link of a pending sign-up once more; the new link takes the old one's place.
 * How often an address may be asked for is the rate limits' business.
 * @param asked the body of the request: {"type": "signup", "email": ...}
 * @returns what Supabase answers, whether or not there was a mail to send
 */
export async function resendConfirmation(
  query: Query,
  mailer: LiteMailer,
  { type, email }: { type: string; email: string },
): Promise<Response> {
  const token = randomBytes(32).toString("hex");
  const [user] = await query`
    update auth.users set confirmation_token = ${token}, confirmation_sent_at = now()
    where lower(email) = ${email.toLowerCase()} and ${type} = 'signup'
      and email_confirmed_at is null and deleted_at is null
    returning id, email`;
  // The link carries the token; the six-digit code of Supabase's own template is not used here.
  if (user) await mailer.sendConfirmation(user.email, token, "", { userId: user.id });
  return Response.json({});
}
