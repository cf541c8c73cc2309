import { randomUUID } from "node:crypto";
import type { AuthParts } from "#server/backend/auth/index.ts";
import type { AuthOperations } from "#server/backend/auth/operations.ts";
import {
  changeAccount,
  requireProof,
  requireRecent,
  type SignedIn,
} from "#server/backend/auth/signed-in.ts";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { Query } from "#server/backend/postgres/pool.ts";
import { newRecoveryCodes, RECOVERY_CODES, recoveryCodeHash } from "./codes.ts";
import { enqueueNotice } from "./notices.ts";
import { removeFactor } from "./removal.ts";

type Names =
  | "recoveryCodes"
  | "makeRecoveryCodes"
  | "replaceRecoveryCodes"
  | "verifyRecoveryCode"
  | "removeRecoveryCodes";

const NAME = "Recovery codes";
const notFound = () =>
  new HttpError(404, "mfa_factor_not_found", "You have no recovery codes. Create new ones.");

const factorOf = ({ user }: SignedIn) =>
  user.factors.find(({ factor_type }) => factor_type === "recovery_code");
const isApp = ({ factor_type, status }: SignedIn["user"]["factors"][number]) =>
  factor_type === "totp" && status === "verified";

/** Single-use codes for people without their phone, with the requests of Supabase Auth. */
export function recoveryCodeHandlers(parts: AuthParts): Pick<Handlers<AuthOperations>, Names> {
  const { pool, query, sessions, limits, signedIn, now } = parts;

  async function signedInProved(token: string | undefined) {
    const account = await signedIn(token);
    requireProof(account);
    return account;
  }

  /** A code proves who is there, so nobody makes any in a browser that was left signed in. */
  const mayMakeCodes = (account: SignedIn) => requireRecent(query, account, now());

  /** The codes appear in this response only; the database has their hashes. */
  const stored = (id: string, codes: readonly string[]) =>
    Response.json({
      id,
      type: "recovery_code",
      friendly_name: NAME,
      total: codes.length,
      codes,
    });

  return {
    async recoveryCodes({ token }) {
      const id = factorOf(await signedIn(token))?.id;
      if (!id) throw notFound();
      const [count] = await query<{ total: number; remaining: number }>`
        select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
        from auth.mfa_recovery_codes where factor_id = ${id}`;
      return Response.json({ id, type: "recovery_code", ...count });
    },

    async makeRecoveryCodes({ token }) {
      const account = await signedInProved(token);
      if (!account.user.factors.some(isApp))
        throw new HttpError(
          422,
          "mfa_recovery_codes_sole_factor",
          "Set up an authenticator app first.",
        );
      await mayMakeCodes(account);
      const id = randomUUID();
      const codes = newRecoveryCodes();
      const made = await changeAccount(pool, account, async (inside) => {
        const [one] = await inside`
          insert into auth.mfa_factors (id, user_id, factor_type, status)
          values (${id}, ${account.userId}, 'recovery_code', 'verified')
          on conflict do nothing returning 1`;
        if (one) await addCodes(inside, id, codes);
        return one;
      });
      if (made) return stored(id, codes);
      throw new HttpError(
        422,
        "mfa_verified_factor_exists",
        "You already have recovery codes. Make new ones instead.",
      );
    },

    async replaceRecoveryCodes({ token }) {
      const account = await signedInProved(token);
      const id = factorOf(account)?.id;
      if (!id) throw notFound();
      await mayMakeCodes(account);
      const codes = newRecoveryCodes();
      await changeAccount(pool, account, async (inside) => {
        const [factor] = await inside`
          update auth.mfa_factors set updated_at = now() where id = ${id} returning 1`;
        if (!factor) throw notFound();
        await inside`delete from auth.mfa_recovery_codes where factor_id = ${id}`;
        await addCodes(inside, id, codes);
      });
      return stored(id, codes);
    },

    async verifyRecoveryCode({ token, body: { code }, info }) {
      const account = await signedIn(token);
      limits.attempt({ address: info.clientAddress });
      const { userId, sessionId } = account;
      const id = factorOf(account)?.id;
      const session =
        id &&
        (await changeAccount(pool, account, async (inside) => {
          const [used] = await inside`update auth.mfa_recovery_codes set used_at = now()
          where code_hash = ${recoveryCodeHash(id, code)} and factor_id = ${id} and used_at is null
          returning 1`;
          if (!used) return undefined;
          const [left] = await inside<{ count: number }>`select count(*)::int as count
          from auth.mfa_recovery_codes where factor_id = ${id} and used_at is null`;
          await enqueueNotice(
            inside,
            userId,
            "recovery_code_used",
            `${left?.count} of ${RECOVERY_CODES}`,
          );
          return sessions.prove(inside, sessionId, id, "mfa/recovery_code");
        }));
      if (session) return Response.json(session);
      throw new HttpError(
        422,
        "mfa_verification_failed",
        "That recovery code isn't right, or was used already. Enter another one.",
      );
    },

    async removeRecoveryCodes({ token }) {
      const account = await signedInProved(token);
      const id = factorOf(account)?.id;
      if (!id) throw notFound();
      await changeAccount(pool, account, (inside) => removeFactor(inside, account.userId, id));
      return Response.json({ id });
    },
  };
}

const addCodes = (query: Query, factorId: string, codes: readonly string[]) => query`
  insert into auth.mfa_recovery_codes (code_hash, factor_id)
  select hash, ${factorId}::uuid from unnest(
    ${codes.map((code) => recoveryCodeHash(factorId, code))}::text[]) as hash`;
