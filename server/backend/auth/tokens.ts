import { createHmac, timingSafeEqual } from "node:crypto";
import { sign } from "hono/jwt";
import { HttpError } from "#server/backend/http-error.ts";
import {
  AUDIENCE,
  ISSUER,
  LIFETIME,
  readSessionToken,
} from "#server/backend/postgres/session-token.ts";
import { UUID } from "#supabase/functions/_shared/uuid.ts";
import type { User } from "./users.ts";
import { profileOf } from "./users.ts";

/** The signing secret. Its value changes when new secrets are generated. */
export interface Signing {
  readonly jwtSecret: string;
}

/** How a session began: with the password, or with an emailed link (RFC 8176 calls it otp). */
export type Method = "password" | "otp";

/** A second factor that was proved in a session, by Supabase's name. */
export interface Proof {
  method: "totp" | "mfa/recovery_code";
  /** seconds since 1970 */
  timestamp: number;
}

export interface Session {
  id: string;
  method: Method;
  /** seconds since 1970 */
  began: number;
  /** number of renewals so far: each refresh token is good for one */
  counter: number;
  /** newest first; without one, the session only proves the password or the mailbox */
  proofs: readonly Proof[];
}

/** The claims of Supabase's access tokens, which REST, storage and policies read. */
export function accessToken({ jwtSecret }: Signing, user: User, session: Session, now: number) {
  const claims = {
    iss: ISSUER,
    sub: user.id,
    aud: AUDIENCE,
    role: "authenticated",
    email: user.email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: profileOf(user),
    session_id: session.id,
    aal: session.proofs.length > 0 ? "aal2" : "aal1",
    amr: [...session.proofs, { method: session.method, timestamp: session.began }],
    is_anonymous: false,
    iat: now,
    exp: now + LIFETIME,
  };
  return sign(claims, jwtSecret, "HS256");
}

export interface Claims {
  userId: string;
  sessionId: string;
  /** aal2: the token was issued after a second factor was proved */
  aal: "aal1" | "aal2";
}

/** @throws HttpError 401 without a token, 403 for one that is invalid or has expired */
export async function readAccessToken(
  { jwtSecret }: Signing,
  token: string | undefined,
): Promise<Claims> {
  if (!token) throw new HttpError(401, "no_authorization", "Sign in first.");
  try {
    const { sub, session_id, aal } = await readSessionToken(token, jwtSecret);
    return { userId: sub, sessionId: session_id, aal: aal === "aal2" ? aal : "aal1" };
  } catch {
    throw new HttpError(403, "bad_jwt", "Your session has ended. Sign in again.");
  }
}

/** A key for each purpose, so that a signature for one is invalid for another. */
export const signer = (signing: Signing, purpose: string) => {
  const key = () => createHmac("sha256", signing.jwtSecret).update(purpose).digest();
  const of = (text: string) => createHmac("sha256", key()).update(text).digest("base64url");
  return {
    of,
    isOf(signature: string, text: string) {
      const [given, right] = [Buffer.from(signature), Buffer.from(of(text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
};

/**
 * Refresh tokens contain session and counter and are signed. None has to be stored, and two tabs
 * that renew at once get the same next one.
 */
export function refreshTokens(signing: Signing) {
  const signature = signer(signing, "refresh token");
  return {
    of: ({ id, counter }: Pick<Session, "id" | "counter">) =>
      `${id}.${counter}.${signature.of(`${id}.${counter}`)}`,
    /** undefined for a token that we didn't issue */
    read(token: string): Pick<Session, "id" | "counter"> | undefined {
      const [id = "", counter = "", given = ""] = token.split(".");
      if (!UUID.test(id) || !/^\d{1,9}$/.test(counter)) return undefined;
      return signature.isOf(given, `${id}.${counter}`)
        ? { id, counter: Number(counter) }
        : undefined;
    },
    /** Issued by @supabase/lite, before this service existed: a row of auth.refresh_tokens. */
    isEarlier: (token: string) => UUID.test(token),
  };
}
