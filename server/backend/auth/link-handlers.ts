import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { type Query, transaction } from "#server/backend/postgres/pool.ts";
import type { AuthParts } from "./index.ts";
import { openInvitation } from "./invite.ts";
import { type LinkType, useLink } from "./links.ts";
import type { AuthOperations } from "./operations.ts";
import { endSessions } from "./sessions.ts";
import { findUser, rename } from "./users.ts";

/** Handles the button on the page that an emailed link opens. */
export function linkHandlers({
  pool,
  sessions,
  limits,
  devices,
}: AuthParts): Pick<Handlers<AuthOperations>, "verify"> {
  return {
    async verify({ body: { token_hash, type }, cookies, userAgent, info }) {
      limits.attempt({ address: info.clientAddress });
      const session = await transaction(pool, async (query) => {
        const userId = await useLink(query, token_hash, type);
        if (!userId) return undefined;
        await confirmMailbox(query, userId, type);
        return sessions.begin(query, userId, "otp", { userAgent, address: info.clientAddress });
      });
      if (!session)
        throw new HttpError(403, "otp_expired", "This link has expired or was already used.");
      const cookie = devices.remember(cookies, session.user.email);
      return Response.json(session, { headers: { "set-cookie": cookie } });
    },
  };
}

/**
 * Anybody may have created an unconfirmed account, so it is reset for the person who reads the email. So is
 * an invited one. It then has no password until the person sets one.
 */
async function confirmMailbox(query: Query, userId: string, type: LinkType) {
  const user = await findUser(query, { id: userId });
  if (!user || (user.email_confirmed_at && type !== "invite")) return;
  // Anybody may have created the account under any name: the invitation's name replaces it.
  const invited = type === "invite" ? await openInvitation(query, user.email) : undefined;
  if (invited?.full_name && !user.email_confirmed_at)
    await rename(query, userId, invited.full_name);
  await query`
    update auth.users set encrypted_password = null, updated_at = now(),
      email_confirmed_at = coalesce(email_confirmed_at, now())
    where id = ${userId}`;
  await endSessions(query, userId);
}
