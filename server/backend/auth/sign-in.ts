import { zonedFormat } from "#contract/time/company-zone.ts";
import { companyTimeName } from "#contract/time/zone-names.ts";
import { isPassword } from "#server/backend/auth/passwords/index.ts";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { type Query, transaction } from "#server/backend/postgres/pool.ts";
import type { AuthParts } from "./index.ts";
import type { AuthOperations } from "./operations.ts";
import { enqueueNotice } from "./second-factor/notices.ts";
import type { Client } from "./sessions.ts";
import { findUser, isOnTeam, normal, type User } from "./users.ts";

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
      const client = { userAgent, address: info.clientAddress };
      const session =
        (await isPassword(body.password, hash)) && user
          ? await sessions.begin(query, user.id, "password", client, hash)
          : undefined;
      if (!session || !user) {
        // It takes as long for an unknown address: the wait below ends at a fixed time.
        await query`select private.audit_failed_sign_in(
          ${email}, ${info.clientAddress}, ${userAgent || null})`;
        await refusal();
        throw new HttpError(400, "invalid_credentials", "Invalid login credentials");
      }
      right();
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

const TIME = zonedFormat("en-US", { dateStyle: "long", timeStyle: "short" });

/** "Chrome on Windows, from 203.0.113.7, on November 28, 2026 at 9:14 AM (Pacific Time)." */
async function inWords(query: Query, { userAgent, address }: Client, time: number) {
  const [row] = await query<{ browser: string; zone: string }>`
    select coalesce(private.browser_in_words(${userAgent}), 'Unknown browser') as browser,
      private.company_zone() as zone`;
  const { browser = "", zone = "UTC" } = row ?? {};
  // Newer runtimes put a narrow space before AM.
  const written = TIME(time, zone).replaceAll("\u202f", " ");
  return `${browser}, from ${address}, on ${written} (${companyTimeName(zone)}).`;
}

/**
 * Emails people on the team when someone signs in to their account from a browser that it doesn't know.
 * @returns a function that never delays or fails the sign-in
 */
function newSignIns({ pool, limits, log, now }: AuthParts) {
  const notify = ({ id }: User, client: Client, time: number) =>
    transaction(pool, async (query) => {
      if (!(await isOnTeam(query, id)) || !limits.newSignIn(id)) return;
      const detail = await inWords(query, client, time);
      await enqueueNotice(query, id, "new_sign_in", detail);
    });

  return (user: User, client: Client): void => {
    // Nobody else can have known the password of an account that was never used.
    if (!user.last_sign_in_at) return;
    notify(user, client, now()).catch((err) =>
      log.warn({ err }, "the email about a new sign-in was not queued"),
    );
  };
}
