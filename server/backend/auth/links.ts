import { createHash, randomBytes } from "node:crypto";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { type Query, transaction } from "#server/backend/postgres/pool.ts";
import type { AuthParts } from "./index.ts";
import { openInvitation } from "./invite.ts";
import type { AuthOperations } from "./operations.ts";
import { endSessions, lockAccount } from "./sessions.ts";
import { findUser, rename } from "./users.ts";

/** What an emailed link is for, in the terms of supabase-js's verifyOtp. */
export type LinkType = "signup" | "recovery" | "invite";

const HOURS: Record<LinkType, number> = { signup: 24, recovery: 24, invite: 7 * 24 };

const digest = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Creates a link's token, which replaces the account's earlier one of this type. Stores only its hash.
 * @returns the token, which exists only in the email
 */
export async function makeLink(query: Query, userId: string, type: LinkType): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await query`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, expires_at)
    values (${userId}, ${type}, ${digest(token)}, now() + ${HOURS[type]} * interval '1 hour')
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
      expires_at = excluded.expires_at, created_at = now()`;
  return token;
}

/**
 * Uses up a link, and revokes every other link of the account.
 * @returns the account's id; undefined when the link is unknown, used or expired
 */
async function useLink(query: Query, token: string, type: LinkType) {
  const hash = digest(token);
  const [link] = await query<{ user_id: string }>`
    select user_id from auth.one_time_tokens where token_hash = ${hash} and token_type = ${type}`;
  if (!link) return undefined;
  await lockAccount(query, link.user_id);
  const [used] = await query<{ in_time: boolean }>`
    delete from auth.one_time_tokens where token_hash = ${hash} and token_type = ${type}
    returning expires_at > now() as in_time`;
  if (!used?.in_time) return undefined;
  await revokeLinks(query, link.user_id);
  return link.user_id;
}

export const revokeLinks = (query: Query, userId: string) =>
  query`delete from auth.one_time_tokens where user_id = ${userId}`;

/** The page that a link opens. Nothing happens until the visitor presses its button. */
export function linkAddress(siteUrl: string, token: string, type: LinkType): string {
  const page = new URL("/admin/confirm", siteUrl);
  page.search = new URLSearchParams({ token_hash: token, type }).toString();
  return page.href;
}

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
