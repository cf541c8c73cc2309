import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { Sql } from "#server/backend/postgres/connection.ts";

/** What an authenticator app shows now, or some 30-second steps later. */
export const codeOf = (secret: string, steps = 0) =>
  // Not injected: the built server uses the machine's clock; a code is accepted for a minute and a half.
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Each code works once, so a test that needs several makes the server forget the last one. */
export const forgetLastCode = (sql: Sql) => sql`update auth.mfa_factors set last_step = null`;

/** Sets up an authenticator app for a signed-in person. @returns its factor and secret */
export async function setUpApp(client: SupabaseClient, friendlyName = "Phone") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId,
    code: codeOf(totp.secret),
  });
  if (verified.error) throw verified.error;
  return { factorId, secret: totp.secret };
}
