import { AsyncLocalStorage } from "node:async_hooks";
import type { App } from "@supabase/lite";
import type { Log } from "../log.ts";
import { type AuthMailKind, renderAuthMail } from "./auth-mail-text.ts";
import type { Mailer } from "./mail.ts";
import type { Query } from "./pool.ts";

export type LiteMailer = NonNullable<App["_mailer"]>;

/** Where a link leads after it was followed, unless the request named another page of this site. */
const LANDING: Record<AuthMailKind, string> = {
  signup: "/admin",
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

interface Parts {
  query: Query;
  mailer: Mailer;
  siteUrl: () => string;
  log: Log;
}

/** Takes the place of @supabase/lite's mailer: the company's name, its colour, links to this site only. */
export function authMailer({ query, mailer, siteUrl, log }: Parts): LiteMailer {
  const send = async (kind: AuthMailKind, to: string, token: string) => {
    const brand = await readBrand(query);
    const link = verifyLink(siteUrl(), kind, token, landingPage(siteUrl(), kind, wish.getStore()));
    await deliver(mailer, { ...renderAuthMail(kind, link, brand), to, link }, log);
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

const RETRY_AFTER_MS = [5_000, 30_000, 120_000];

/**
 * An answer that waited for the mail server would tell who has an account and fail when it is down.
 * So a mail that can't be sent at once is tried again beside the request; people can ask for another.
 */
async function deliver(mailer: Mailer, mail: Parameters<Mailer["send"]>[0], log: Log, tries = 0) {
  const attempt = mailer.send(mail).catch((error) => {
    const wait = RETRY_AFTER_MS[tries];
    log.warn({ err: error, subject: mail.subject, again: wait !== undefined }, "mail not sent");
    if (wait !== undefined) setTimeout(() => deliver(mailer, mail, log, tries + 1), wait).unref();
  });
  await Promise.race([attempt, soon()]);
}

/** The outbox is written within this; an SMTP server usually answers later. */
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 150));

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
