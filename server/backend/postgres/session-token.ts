import { verify } from "hono/jwt";
import { UUID } from "#supabase/functions/_shared/uuid.ts";

/** Lifetime of an access token in seconds; supabase-js renews it 90 seconds before it ends. */
export const LIFETIME = 3600;
/** The tokens' issuer and audience. */
export const ISSUER = "loading-dock";
export const AUDIENCE = "authenticated";

/** The claims of our tokens. */
export interface SessionClaims extends Record<string, unknown> {
  sub: string;
  session_id: string;
  role: "authenticated";
}

const isId = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/**
 * Verifies a session's token. The database decides whether the session is still open.
 * @throws when it is invalid, expired, valid for longer than LIFETIME, or without a session
 */
export async function readSessionToken(token: string, secret: string): Promise<SessionClaims> {
  const claims = await verify(token, secret, { alg: "HS256", iss: ISSUER, aud: AUDIENCE });
  const { sub, session_id, role, aud, iat, exp } = claims;
  const lives = Number(exp) - Number(iat);
  if (!(lives > 0 && lives <= LIFETIME)) throw new Error("it is valid for too long");
  // Only signed-in people have sessions; no token is ever issued for another role.
  if (role !== "authenticated" || aud !== AUDIENCE || !isId(sub) || !isId(session_id))
    throw new Error("not a session token");
  return { ...claims, sub, session_id, role };
}
