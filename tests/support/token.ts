import { sign } from "hono/jwt";
import { AUDIENCE, ISSUER, LIFETIME } from "#server/backend/postgres/session-token.ts";

// Not injected: The database and the built server use the machine's clock; tests use times relative to it.
const now = () => Math.floor(Date.now() / 1000);

/**
 * An access token with all claims that the server checks; its session need not exist.
 * @param more replaces claims; undefined removes one
 */
export function tokenWith(secret: string, more: Record<string, unknown> = {}): Promise<string> {
  const iat = now();
  const claims = {
    iss: ISSUER,
    aud: AUDIENCE,
    role: "authenticated",
    sub: "00000000-0000-4000-8000-000000000001",
    session_id: "00000000-0000-4000-8000-000000000002",
    iat,
    exp: iat + LIFETIME,
    ...more,
  };
  return sign(claims, secret, "HS256");
}
