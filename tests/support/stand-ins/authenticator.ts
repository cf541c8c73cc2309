import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { Sql } from "#server/backend/postgres/connection.ts";

/** What an authenticator app shows now. The built server uses the machine's clock, and accepts a code for a minute and a half. */
export const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate();

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
