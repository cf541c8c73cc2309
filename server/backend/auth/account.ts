import {
  hashPassword,
  isPassword,
  refuseForAdmins,
  refusePassword,
} from "#server/backend/auth/passwords/index.ts";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { transaction } from "#server/backend/postgres/pool.ts";
import type { AuthParts } from "./index.ts";
import { invitationOf } from "./invite.ts";
import { revokeLinks } from "./links.ts";
import type { AuthOperations } from "./operations.ts";
import { endSession, endSessions } from "./sessions.ts";
import { type Claims, readAccessToken } from "./tokens.ts";
import { findUser, rename, type User, userJson } from "./users.ts";

type Names = "getUser" | "updateUser" | "signOut";

/** Handlers for signed-in people who manage their own account. */
export function accountHandlers({
  pool,
  query,
  limits,
  signing,
}: AuthParts): Pick<Handlers<AuthOperations>, Names> {
  /** @throws HttpError 401 or 403 when the session is invalid or has ended */
  async function whoAsks(token: string | undefined): Promise<Claims & { user: User }> {
    const claims = await readAccessToken(signing, token);
    const [session] = await query`
      select 1 from auth.sessions where id = ${claims.sessionId} and user_id = ${claims.userId}
        and (not_after is null or not_after > now())`;
    const user = session && (await findUser(query, { id: claims.userId }));
    if (!user)
      throw new HttpError(403, "session_not_found", "Your session has ended. Sign in again.");
    return { ...claims, user };
  }

  /** Locks out everyone else: revokes all emailed links and ends all other sessions. */
  const setPassword = async ({ userId, sessionId }: Claims, password: string) => {
    const hash = await hashPassword(password);
    await transaction(pool, async (inside) => {
      // The audit log names who did it, and where their session began.
      const claims = JSON.stringify({ sub: userId, session_id: sessionId, role: "authenticated" });
      await inside`select set_config('request.jwt.claims', ${claims}, true)`;
      await inside`update auth.users set encrypted_password = ${hash}, updated_at = now()
        where id = ${userId}`;
      await revokeLinks(inside, userId);
      await endSessions(inside, userId, sessionId);
    });
  };

  async function refuseForUser(user: User, password: string) {
    if (await invitationOf(pool, user.email)) await refuseForAdmins(password, user.email);
    if (await isPassword(password, user.encrypted_password))
      throw new HttpError(
        422,
        "same_password",
        "Your new password must be different from the old one.",
      );
  }

  return {
    async getUser({ token }) {
      return Response.json(userJson((await whoAsks(token)).user));
    },

    async updateUser({ token, body: { email, password, data }, info }) {
      const { user, ...claims } = await whoAsks(token);
      if (email !== undefined)
        throw new HttpError(
          422,
          "email_change_not_offered",
          "An account's email address can't be changed. Create an account with the new address.",
        );
      if (password !== undefined) {
        limits.attempt({ address: info.clientAddress });
        const weak = refusePassword(password);
        if (weak) return weak;
        await refuseForUser(user, password);
        await setPassword(claims, password);
      }
      if (data?.full_name !== undefined) await rename(query, user.id, data.full_name.trim());
      return Response.json(userJson((await findUser(query, { id: user.id })) ?? user));
    },

    async signOut({ token, query: { scope = "global" } }) {
      const { userId, sessionId } = await readAccessToken(signing, token);
      if (scope === "local") await endSession(query, sessionId);
      else await endSessions(query, userId, scope === "others" ? sessionId : undefined);
      return new Response(null, { status: 204 });
    },
  };
}
