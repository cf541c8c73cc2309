import { verify } from "hono/jwt";
import { asDatabaseError, Refusal } from "./errors.ts";
import { type Pool, type Query, transaction } from "./pool.ts";

/** Who asks, as the database knows them. */
export interface Caller {
  role: string;
  /** the token's claims; empty for a visitor */
  claims: Record<string, unknown>;
}

const VISITOR: Caller = { role: "anon", claims: { role: "anon" } };

/**
 * Reads the caller from the Authorization header. supabase-js sends the publishable key there when
 * nobody is signed in: that is a visitor.
 * @throws Refusal 401 for a token that is not ours or has expired
 */
export async function readCaller(request: Request, jwtSecret: string): Promise<Caller> {
  const token = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token || token.startsWith("sb_")) return VISITOR;
  try {
    const claims = await verify(token, jwtSecret, "HS256");
    if (typeof claims.role !== "string") throw new Error("no role");
    return { role: claims.role, claims };
  } catch {
    throw new Refusal(401, "invalid_jwt", "Your session has ended. Sign in again.");
  }
}

/**
 * Runs statements in one transaction as the caller: row-level security decides.
 * @throws Refusal 401 or 403 when a policy or a missing grant refuses
 */
export async function asCaller<T>(
  pool: Pool,
  { role, claims }: Caller,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(pool, async (query) => {
      await query`select
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('role', ${role}, true)`;
      return work(query);
    });
  } catch (error) {
    if (asDatabaseError(error)?.code !== "42501") throw error;
    throw role === "anon"
      ? new Refusal(401, "unauthorized", "Sign in first.")
      : new Refusal(403, "forbidden", "Only an admin can do this.");
  }
}

/** From here on the transaction acts as the server again. */
export const asServer = (query: Query) => query`set local role none`;
