import { z } from "zod";
import { MAX_NAME_LENGTH } from "#contract/account-rules.ts";
import { EMAIL } from "#contract/addresses.ts";
import { nothingHere } from "#server/backend/gateway/request/address.ts";
import { asServer } from "#server/backend/postgres/caller.ts";
import { type Pool, type Query, queryOn, transaction } from "#server/backend/postgres/pool.ts";
import type { AuthLimits } from "./limits.ts";
import type { AccountMails } from "./mails.ts";
import { addUser, findUser, mailboxOf, normal } from "./users.ts";

const body = z.object({
  email: z.string().max(254).regex(EMAIL),
  data: z.object({ full_name: z.string().max(MAX_NAME_LENGTH).nullish() }).optional(),
});

interface Parts {
  pool: Pool;
  mails: AccountMails;
  limits: AuthLimits;
  keys: { readonly secretKey: string };
}

/**
 * Supabase's `POST /auth/v1/invite`, only for the function `admin-invite`: it has the secret key, and
 * its requests never leave this process. Creates the account if there is none, and emails it a link.
 */
export function createInvite({ pool, mails, limits, keys }: Parts) {
  const query = queryOn(pool);
  return async (request: Request): Promise<Response> => {
    if (request.headers.get("apikey") !== keys.secretKey) throw nothingHere();
    const { email: address, data } = body.parse(await request.json());
    const email = normal(address);
    if (!limits.invitation(await mailboxOf(query, email)))
      return Response.json({ code: "over_email_send_rate_limit" }, { status: 429 });
    if (!(await findUser(query, { email }))) {
      const id = await addUser(query, email, data?.full_name ?? undefined);
      if (id) await query`update auth.users set invited_at = now() where id = ${id}`;
    }
    await mails.post("invite", email);
    return Response.json({ email });
  };
}

const asService = (query: Query) => query`set local role service_role`;

export const invitationOf = (pool: Pool, email: string) =>
  transaction(pool, (query) => openInvitation(query, email));

/** The open invitation of an account. @param query in a transaction, left in the server's role */
export async function openInvitation(query: Query, email: string) {
  await asService(query);
  const [row] = await query<{ invitation: { full_name: string | null; roles: string[] } | null }>`
    select public.open_admin_invitation(${email}) as invitation`;
  await asServer(query);
  return row?.invitation ?? undefined;
}
