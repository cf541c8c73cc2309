import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { people } from "#tests/support/people.ts";
import type { Site } from "#tests/support/site.ts";
import { readPublishableKey } from "../../session.ts";

/** A current code of the app with this key. Lets it be used even if the last journey just used it. */
export async function codeOf(site: Site, key: string): Promise<string> {
  await site.sql`update auth.mfa_factors set last_step = null`;
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate();
}

/** Gives a person an authenticator app and recovery codes, as on another computer. */
export async function giveApp(site: Site, who: keyof typeof people = "admin") {
  const { auth } = createClient(site.url, await readPublishableKey(site), {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      experimental: { recoveryCodes: true },
    },
  });
  const signedIn = await auth.signInWithPassword(people[who]);
  const added = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  const { id = "", totp } = added.data ?? {};
  const key = totp?.secret ?? "";
  const proved = await auth.mfa.challengeAndVerify({ factorId: id, code: await codeOf(site, key) });
  const made = await auth.mfa.recoveryCodes.generate();
  const error = signedIn.error ?? added.error ?? proved.error ?? made.error;
  if (error) throw error;
  return { key, codes: made.data?.codes ?? [] };
}

/** Everyone signs in with only a password again, and no role needs more. */
export const removeFactors = ({ sql }: Site) => sql`
  with rules as (delete from private.second_factor_rules), sessions as (delete from auth.sessions)
  delete from auth.mfa_factors`;

/** Fills in the sign-in form of this page. */
export async function enterPassword(page: Page, who: keyof typeof people = "admin") {
  await page.getByLabel("Email").fill(people[who].email);
  await page.getByLabel("Password", { exact: true }).fill(people[who].password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

export const codeField = (page: Page) => page.getByRole("textbox", { name: "6-digit code" });

export async function enterCode(page: Page, code: string) {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}
