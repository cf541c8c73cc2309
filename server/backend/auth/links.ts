import { createHash, randomBytes } from "node:crypto";
import type { Query } from "#server/backend/postgres/pool.ts";

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
export async function useLink(query: Query, token: string, type: LinkType) {
  const [used] = await query<{ user_id: string; in_time: boolean }>`
    delete from auth.one_time_tokens where token_hash = ${digest(token)} and token_type = ${type}
    returning user_id, expires_at > now() as in_time`;
  if (!used?.in_time) return undefined;
  await revokeLinks(query, used.user_id);
  return used.user_id;
}

export const revokeLinks = (query: Query, userId: string) =>
  query`delete from auth.one_time_tokens where user_id = ${userId}`;

/** The page that a link opens. Nothing happens until the visitor presses its button. */
export function linkAddress(siteUrl: string, token: string, type: LinkType): string {
  const page = new URL("/admin/confirm", siteUrl);
  page.search = new URLSearchParams({ token_hash: token, type }).toString();
  return page.href;
}
