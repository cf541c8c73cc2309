import { verify } from "hono/jwt";

/** Seconds that an access token lives; supabase-js renews it 90 seconds before. */
export const LIFETIME = 3600;
/** Who gives them out, and to whom. */
export const ISSUER = "loading-dock";
export const AUDIENCE = "authenticated";

/** What a token of ours says. */
export interface SessionClaims extends Record<string, unknown> {
  sub: string;
  session_id: string;
  role: "authenticated";
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUuid = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/**
 * Reads the token of a session. Whether the session is still open, the database says.
 * @throws for one that is not ours, has expired, would live for longer than ours do, or names no session
 */
export async function readSessionToken(token: string, secret: string): Promise<SessionClaims> {
  const claims = await verify(token, secret, { alg: "HS256", iss: ISSUER, aud: AUDIENCE });
  const { sub, session_id, role, aud, iat, exp } = claims;
  const lives = Number(exp) - Number(iat);
  if (!(lives > 0 && lives <= LIFETIME)) throw new Error("it is valid for too long");
  // Sessions are people's; no other role is ever given out as a token.
  if (role !== "authenticated" || aud !== AUDIENCE || !isUuid(sub) || !isUuid(session_id))
    throw new Error("not a session token");
  return { ...claims, sub, session_id, role };
}
