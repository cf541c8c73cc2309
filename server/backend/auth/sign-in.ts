import { isPassword } from "#server/backend/auth/passwords/index.ts";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { AuthParts } from "./index.ts";
import { newSignIns } from "./new-sign-in.ts";
import type { AuthOperations } from "./operations.ts";
import { findUser, normal } from "./users.ts";

type Names = "signIn" | "refresh";

/** Handlers that issue tokens without an email. */
export function signInHandlers(parts: AuthParts): Pick<Handlers<AuthOperations>, Names> {
  const { pool, query, sessions, limits, devices, minimumDuration } = parts;
  const notifyOfNewSignIn = newSignIns(parts);
  return {
    /** Refuses every case the same way: no account, an unconfirmed account, or a wrong password. */
    async signIn({ body, cookies, userAgent, info }) {
      const email = normal(body.email);
      const device = devices.known(cookies, email);
      const right = limits.signIn({ address: info.clientAddress, email, device });
      const refusal = minimumDuration.begin();
      const user = await findUser(query, { email });
      const hash = user?.email_confirmed_at ? user.encrypted_password : undefined;
      if (!(await isPassword(body.password, hash)) || !user) {
        // It takes as long for an unknown address: the wait below ends at a fixed time.
        await query`select private.audit_failed_sign_in(
          ${email}, ${info.clientAddress}, ${userAgent || null})`;
        await refusal();
        throw new HttpError(400, "invalid_credentials", "Invalid login credentials");
      }
      right();
      const client = { userAgent, address: info.clientAddress };
      const session = await sessions.begin(query, user.id, "password", client);
      if (!device) notifyOfNewSignIn(user, client);
      return Response.json(session, {
        headers: { "set-cookie": devices.remember(cookies, email) },
      });
    },

    async refresh({ body, userAgent, info }) {
      limits.renew({ address: info.clientAddress });
      const session = await sessions.renew(pool, body.refresh_token, {
        userAgent,
        address: info.clientAddress,
      });
      if (session !== "reused") return Response.json(session);
      throw new HttpError(
        400,
        "refresh_token_already_used",
        "Your session has ended. Sign in again.",
      );
    },
  };
}
