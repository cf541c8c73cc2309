import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { people } from "#tests/support/people.ts";
import type { Site } from "#tests/support/site.ts";
import {
  forgetLastCode,
  setUpApp,
  codeOf as shownBy,
} from "#tests/support/stand-ins/authenticator.ts";
import { readPublishableKey } from "../../session.ts";

/** A current code of the app with this key, also right after another one. */
export async function codeOf(site: Site, key: string): Promise<string> {
  await forgetLastCode(site.sql);
  return shownBy(key.replaceAll(" ", ""));
}

/** Gives a person an authenticator app and recovery codes, as on another computer. */
export async function giveApp(site: Site, who: keyof typeof people = "admin") {
  const client = createClient(site.url, await readPublishableKey(site), {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      experimental: { recoveryCodes: true },
    },
  });
  const { error } = await client.auth.signInWithPassword(people[who]);
  if (error) throw error;
  const { secret } = await setUpApp(client);
  const { data } = await client.auth.mfa.recoveryCodes.generate();
  return { key: secret, codes: data?.codes ?? [] };
}

/** Everyone signs in with only a password again, and no role needs more. */
export const removeFactors = ({ sql }: Site) => sql`
  with rules as (delete from private.second_factor_rules), sessions as (delete from auth.sessions)
  delete from auth.mfa_factors`;

/** Fills in the sign-in form of this page, or of the one that follows a sign-out. */
export async function enterPassword(page: Page, who: keyof typeof people = "admin") {
  // The account page before it has switches about email, too.
  const form = page.getByRole("form", { name: "Sign in", exact: true });
  await form.getByLabel("Email").fill(people[who].email);
  await form.getByLabel("Password", { exact: true }).fill(people[who].password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

export const codeField = (page: Page) => page.getByRole("textbox", { name: "6-digit code" });

export async function enterCode(page: Page, code: string) {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}
