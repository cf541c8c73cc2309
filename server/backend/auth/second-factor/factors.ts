import { randomUUID } from "node:crypto";
import type { AuthParts } from "#server/backend/auth/index.ts";
import type { AuthOperations } from "#server/backend/auth/operations.ts";
import {
  changeAccount,
  requireProof,
  requireRecent,
  type SignedIn,
} from "#server/backend/auth/signed-in.ts";
import { type Signing, signer } from "#server/backend/auth/tokens.ts";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { asDatabaseError } from "#server/backend/postgres/errors.ts";
import { type Query, transaction } from "#server/backend/postgres/pool.ts";
import { forApp, newSecret, stepOf } from "./codes.ts";
import { enqueueNotice } from "./notices.ts";
import { removeFactor } from "./removal.ts";
import { seal, unseal } from "./secrets.ts";

type Names = "enroll" | "challenge" | "verifyFactor" | "unenroll";

/** Authenticator apps of one account: a phone, and a few spares. */
const MOST_APPS = 5;

interface Row {
  id: string;
  status: "verified" | "unverified";
  secret: string;
}

const notFound = () =>
  new HttpError(404, "mfa_factor_not_found", "This authenticator app was removed.");
const wrongCode = () =>
  new HttpError(
    422,
    "mfa_verification_failed",
    "That code isn't right, or was used already. Enter the next one.",
  );

/** Authenticator apps (TOTP), with the requests and responses of Supabase Auth. */
export function factorHandlers(parts: AuthParts): Pick<Handlers<AuthOperations>, Names> {
  const { pool, query, sessions, signing, limits, signedIn, factorDevices, now } = parts;
  const open = challenges(signing);
  const seconds = () => Math.floor(now() / 1000);

  function requireKey(): string {
    if (parts.factorKey) return parts.factorKey;
    throw new HttpError(
      422,
      "mfa_totp_enroll_not_enabled",
      "Authenticator apps aren't available on this site yet. Ask the person who runs it to turn them on.",
    );
  }

  async function find(userId: string, id: string): Promise<Row> {
    const [factor] = await query<Row>`select id, status, secret from auth.mfa_factors
      where id = ${id} and user_id = ${userId} and factor_type = 'totp'`;
    if (!factor) throw notFound();
    return factor;
  }

  /** @returns as limits.code @throws HttpError 429, after which the owner gets an email */
  async function countAttempt(userId: string, device: string | undefined) {
    try {
      return limits.code({ userId, device });
    } catch (refusal) {
      if (limits.takeGuessNotice(userId))
        await transaction(pool, (inside) => enqueueNotice(inside, userId, "second_factor_guessed"));
      throw refusal;
    }
  }

  /** @returns the new session's tokens; undefined when this step's code was used already */
  const accept = (account: SignedIn, factor: Row, step: number) =>
    changeAccount(pool, account, async (inside) => {
      const { userId, sessionId } = account;
      const [used] = await inside`
        update auth.mfa_factors set status = 'verified', last_step = ${step}, updated_at = now()
        where id = ${factor.id} and (last_step is null or last_step < ${step}) returning 1`;
      if (!used) return undefined;
      if (factor.status === "unverified") await endWeaker(inside, userId, sessionId);
      return sessions.prove(inside, sessionId, factor.id, "totp");
    });

  return {
    async enroll({ token, body: { friendly_name = "Authenticator app", issuer } }) {
      const account = await signedIn(token);
      const { user, userId } = account;
      requireProof(account);
      await requireRecent(query, account, now());
      const key = requireKey();
      const apps = user.factors.filter(
        (one) => one.status === "verified" && one.factor_type === "totp",
      );
      if (apps.length >= MOST_APPS)
        throw new HttpError(
          422,
          "too_many_enrolled_mfa_factors",
          `You have ${MOST_APPS} authenticator apps. Remove one first.`,
        );
      const id = randomUUID();
      const secret = newSecret();
      const sealed = seal(key, secret, { factorId: id, userId });
      await changeAccount(pool, account, async (inside) => {
        await removePending(inside, userId);
        await inside`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
          values (${id}, ${userId}, ${friendly_name.trim()}, 'totp', 'unverified', ${sealed})`;
      }).catch(explainSameName);
      const totp = forApp(secret, issuer ?? new URL(parts.siteUrl()).host, user.email);
      return Response.json({ id, type: "totp", friendly_name, totp });
    },

    async challenge({ token, id }) {
      const { userId, sessionId } = await signedIn(token);
      await find(userId, id);
      return Response.json({ ...open.begin(id, sessionId, seconds()), type: "totp" });
    },

    async verifyFactor({ token, id, cookies, body: { challenge_id, code } }) {
      const account = await signedIn(token);
      const { user, userId, sessionId } = account;
      const factor = await find(userId, id);
      if (factor.status === "unverified") requireProof(account);
      if (!open.isOpen(challenge_id, id, sessionId, seconds()))
        throw new HttpError(422, "mfa_challenge_expired", "This took too long. Try again.");
      const device = factorDevices.known(cookies, user.email);
      const right = await countAttempt(userId, device);
      const secret = unseal(requireKey(), factor.secret, { factorId: id, userId });
      if (!secret)
        throw new HttpError(
          422,
          "mfa_factor_unreadable",
          "This site was restored elsewhere and can't check this app's codes. Use a recovery code, or ask an admin to reset your two-step verification.",
        );
      const step = stepOf(secret, code, now());
      const session = step === undefined ? undefined : await accept(account, factor, step);
      if (!session) throw wrongCode();
      right();
      const cookie = factorDevices.remember(cookies, user.email);
      return Response.json(session, { headers: { "set-cookie": cookie } });
    },

    async unenroll({ token, id }) {
      const account = await signedIn(token);
      const factor = await find(account.userId, id);
      if (factor.status === "verified") requireProof(account);
      await changeAccount(pool, account, (inside) => removeFactor(inside, account.userId, id));
      return Response.json({ id });
    },
  };
}

/** Seconds in which a code must follow its challenge. */
const LIFETIME = 300;

/** Challenges are signed, so that none is stored. Each is for one factor and one session. */
function challenges(signing: Signing) {
  const signature = signer(signing, "second factor challenge");
  const about = (factorId: string, sessionId: string, until: string) =>
    `${factorId} ${sessionId} ${until}`;
  return {
    /** @param now seconds since 1970 */
    begin(factorId: string, sessionId: string, now: number) {
      const until = now + LIFETIME;
      const signed = signature.of(about(factorId, sessionId, String(until)));
      return { id: `${until}.${signed}`, expires_at: until };
    },
    isOpen(id: string, factorId: string, sessionId: string, now: number): boolean {
      const [until = "", signed = "", ...rest] = id.split(".");
      const isOurs = signature.isOf(signed, about(factorId, sessionId, until));
      return isOurs && rest.length === 0 && Number(until) >= now;
    },
  };
}

/** What was begun and not finished: another sign-in may know its secret. */
const removePending = (query: Query, userId: string) => query`
  delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`;

/** A new factor ends what began without it: other people's unfinished factors, and other sessions. */
async function endWeaker(query: Query, userId: string, sessionId: string) {
  await removePending(query, userId);
  await query`delete from auth.sessions
    where user_id = ${userId} and id <> ${sessionId} and aal is distinct from 'aal2'`;
}

function explainSameName(error: unknown): never {
  if (asDatabaseError(error)?.code !== "23505") throw error;
  throw new HttpError(
    422,
    "mfa_factor_name_conflict",
    "You already have an authenticator app with this name. Choose another name.",
  );
}
