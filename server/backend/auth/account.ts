import {
  hashPassword,
  isPassword,
  refuseForTeam,
  refusePassword,
} from "#server/backend/auth/passwords/index.ts";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { AuthParts } from "./index.ts";
import { invitationOf } from "./invite.ts";
import { revokeLinks } from "./links.ts";
import type { AuthOperations } from "./operations.ts";
import { endSession, endSessions } from "./sessions.ts";
import { changeAccount, isRecent, requireProof, type SignedIn } from "./signed-in.ts";
import { readAccessToken } from "./tokens.ts";
import { findUser, isOnTeam, rename, type User, userJson } from "./users.ts";

type Names = "getUser" | "updateUser" | "signOut";

/** Handlers for signed-in people who manage their own account. */
export function accountHandlers({
  pool,
  query,
  limits,
  signing,
  signedIn,
  now,
}: AuthParts): Pick<Handlers<AuthOperations>, Names> {
  /** Locks out everyone else: revokes all emailed links and ends all other sessions. */
  const setPassword = async (account: SignedIn, password: string) => {
    const { userId, sessionId } = account;
    const hash = await hashPassword(password);
    await changeAccount(pool, account, async (inside) => {
      await inside`update auth.users set encrypted_password = ${hash}, updated_at = now()
        where id = ${userId}`;
      await revokeLinks(inside, userId);
      await endSessions(inside, userId, sessionId);
    });
  };

  /** Without the current password, only someone who just signed in or followed a link sets another. */
  async function requireCurrent(account: SignedIn, current: string | undefined) {
    if (current === undefined) {
      // Someone who was invited has none yet.
      if (!account.user.encrypted_password) return;
      if (await isRecent(query, account, Math.floor(now() / 1000))) return;
      throw new HttpError(400, "current_password_required", "Enter your current password, too.");
    }
    if (!(await isPassword(current, account.user.encrypted_password)))
      throw new HttpError(400, "current_password_mismatch", "Your current password isn't right.");
  }

  async function refuseForUser(user: User, password: string) {
    if ((await isOnTeam(query, user.id)) || (await invitationOf(pool, user.email)))
      await refuseForTeam(password, user.email);
    if (await isPassword(password, user.encrypted_password))
      throw new HttpError(
        422,
        "same_password",
        "Your new password must be different from the old one.",
      );
  }

  return {
    async getUser({ token }) {
      return Response.json(userJson((await signedIn(token)).user));
    },

    async updateUser({ token, body: { email, password, current_password, data }, info }) {
      const account = await signedIn(token);
      const { user } = account;
      requireProof(account);
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
        await requireCurrent(account, current_password);
        await refuseForUser(user, password);
        await setPassword(account, password);
      }
      const name = data?.full_name?.trim();
      if (name !== undefined)
        await changeAccount(pool, account, (inside) => rename(inside, user.id, name));
      return Response.json(userJson((await findUser(query, { id: user.id })) ?? user));
    },

    async signOut({ token, query: { scope = "global" } }) {
      const account = await readAccessToken(signing, token);
      const { userId, sessionId } = account;
      if (scope === "local") await endSession(query, sessionId);
      else
        await changeAccount(pool, account, (inside) =>
          endSessions(inside, userId, scope === "others" ? sessionId : undefined),
        );
      return new Response(null, { status: 204 });
    },
  };
}
