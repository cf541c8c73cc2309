import { randomBytes } from "node:crypto";
import type { Sql } from "#server/backend/postgres/connection.ts";

export interface Secrets {
  /** signs and checks every session's token (HS256) */
  jwtSecret: string;
  /** not secret: the key that browsers send, in the shape that supabase-js expects */
  publishableKey: string;
  /** opens everything; only functions have it, and only in process (gateway.ts) */
  secretKey: string;
}

/**
 * Reads the secrets, made on the first start. They live in the database, in a schema closed to the
 * API's roles, because every process on one database must sign and check alike, and because a
 * restored backup must keep its sessions.
 */
export async function readSecrets(sql: Sql): Promise<Secrets> {
  const fresh = {
    jwt_secret: randomBytes(48).toString("base64url"),
    publishable_key: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secret_key: `sb_secret_${randomBytes(32).toString("base64url")}`,
  };
  await sql`insert into loading_dock.state ${sql(
    Object.entries(fresh).map(([key, value]) => ({ key, value })),
  )} on conflict (key) do nothing`;
  const rows = await sql`select key, value from loading_dock.state`;
  const value = (key: keyof typeof fresh) => String(rows.find((row) => row.key === key)?.value);
  return {
    jwtSecret: value("jwt_secret"),
    publishableKey: value("publishable_key"),
    secretKey: value("secret_key"),
  };
}
