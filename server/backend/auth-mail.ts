import { AsyncLocalStorage } from "node:async_hooks";
import type { App } from "@supabase/lite";
import type { AuthMail, AuthMailQueue } from "./auth-mail-queue.ts";
import { type AuthMailKind, renderAuthMail } from "./auth-mail-text.ts";
import type { Mailer } from "./mail.ts";
import type { Query } from "./pool.ts";

export type LiteMailer = NonNullable<App["_mailer"]>;

/** Where a link leads after it was followed, unless the request named another page of this site. */
const LANDING: Record<AuthMailKind, string> = {
  signup: "/admin",
  account_exists: "/admin/login",
  recovery: "/admin/login",
  magiclink: "/admin",
  email_change: "/admin",
};

/** The page that the request under way asked to come back to (`redirect_to`, as supabase-js sends it). */
const wish = new AsyncLocalStorage<string | null>();

/** Runs an auth request so that its mails lead to the page that it names. */
export function withRedirectOf<T>(request: Request, work: () => Promise<T>): Promise<T> {
  return wish.run(new URL(request.url).searchParams.get("redirect_to"), work);
}

/** Writes an account mail in the company's name and colour, and hands it over. */
export const sendAuthMail =
  (query: Query, mailer: Mailer) =>
  async ({ kind, address, link }: AuthMail): Promise<void> =>
    mailer.send({ ...renderAuthMail(kind, link, await readBrand(query)), to: address, link });

/** Takes the place of @supabase/lite's mailer: links to this site only, and no mail is lost. */
export function authMailer(queue: AuthMailQueue, siteUrl: () => string): LiteMailer {
  const send = (kind: AuthMailKind, address: string, token: string) => {
    const landing = landingPage(siteUrl(), kind, wish.getStore());
    return queue.post({ kind, address, link: verifyLink(siteUrl(), kind, token, landing) });
  };
  return {
    sendConfirmation: (to, token) => send("signup", to, token),
    sendRecovery: (to, token) => send("recovery", to, token),
    sendMagicLink: (to, token) => send("magiclink", to, token),
    sendEmailChange: (to, token) => send("email_change", to, token),
    // Changing a password here needs no code by mail; the product never asks for one.
    sendReauthentication: async () => {},
  };
}

async function readBrand(query: Query) {
  const rows = await query`
    select setting_key, setting_value from public.site_settings
    where setting_key in ('company_name', 'brand_color_primary')`;
  const value = (key: string) => rows.find((row) => row.setting_key === key)?.setting_value;
  const colour = String(value("brand_color_primary") ?? "");
  return {
    company: String(value("company_name") || "Loading Dock"),
    colour: /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#1F6E4D",
  };
}

function verifyLink(siteUrl: string, kind: AuthMailKind, token: string, landing: string): string {
  const link = new URL("/auth/v1/verify", siteUrl);
  link.search = new URLSearchParams({ token, type: kind, redirect_to: landing }).toString();
  return link.href;
}

function landingPage(siteUrl: string, kind: AuthMailKind, wanted: string | null | undefined) {
  const fallback = new URL(LANDING[kind], siteUrl);
  if (!wanted || !URL.canParse(wanted, siteUrl)) return fallback.href;
  const page = new URL(wanted, siteUrl);
  return page.origin === fallback.origin ? page.href : fallback.href;
}
