import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { type Query, transaction } from "#server/backend/postgres/pool.ts";
import type { AuthParts } from "./index.ts";
import { openInvitation } from "./invite.ts";
import { type LinkType, useLink } from "./links.ts";
import type { AuthOperations } from "./operations.ts";
import { endSessions } from "./sessions.ts";
import { findUser, rename } from "./users.ts";

/** What the button of a mailed link's page does. */
export function linkHandlers({
  pool,
  sessions,
  limits,
  devices,
}: AuthParts): Pick<Handlers<AuthOperations>, "verify"> {
  return {
    async verify({ body: { token_hash, type }, cookies, info }) {
      limits.attempt({ address: info.clientAddress });
      const session = await transaction(pool, async (query) => {
        const userId = await useLink(query, token_hash, type);
        if (!userId) return undefined;
        await proveMailbox(query, userId, type);
        return sessions.begin(query, userId, "otp");
      });
      if (!session)
        throw new HttpError(403, "otp_expired", "This link has expired or was already used.");
      const cookie = devices.remember(cookies, session.user.email);
      return Response.json(session, { headers: { "set-cookie": cookie } });
    },
  };
}

/**
 * An account that was not confirmed may have been made by anybody: it starts afresh with the person who reads
 * the mail. So does one that is invited. After that there is no password until one is chosen.
 */
async function proveMailbox(query: Query, userId: string, type: LinkType) {
  const user = await findUser(query, { id: userId });
  if (!user || (user.email_confirmed_at && type !== "invite")) return;
  // Who made the account may have given it any name; who invited, or a later sign-up, knew better.
  const invited = type === "invite" ? await openInvitation(query, user.email) : undefined;
  if (invited?.full_name && !user.email_confirmed_at)
    await rename(query, userId, invited.full_name);
  await query`
    update auth.users set encrypted_password = null, updated_at = now(),
      email_confirmed_at = coalesce(email_confirmed_at, now())
    where id = ${userId}`;
  await endSessions(query, userId);
}
