import type { Context } from "hono";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/plain-answer.ts";
import { askAs, INERT_PAGE, tooManyFor } from "#server/http/preview/answers.ts";
import { smallPage } from "#server/http/preview/link-page.ts";

const HEADERS = {
  ...INERT_PAGE,
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const accountLink = (label: string) => `<a href="/admin/account">${label}</a>`;

const PAGES = {
  on: smallPage(
    "Turn off this email?",
    "You'll no longer get it. Other emails from this site stay on.",
    '<form method="post"><button name="List-Unsubscribe" value="One-Click">Turn off</button></form>',
  ),
  off: smallPage(
    "This email is off",
    "You can turn it on again under Your account.",
    accountLink("Open your account"),
  ),
  unknown: smallPage(
    "This link doesn't work",
    "Part of it may be missing. You can also sign in and turn the email off under Your account.",
    accountLink("Sign in"),
  ),
};

/**
 * /unsubscribe/<token>: turns off the recipient's digest or weekly figures without signing in. Only POST changes anything,
 * because email scanners open links; an email client's own unsubscribe button posts too (RFC 8058).
 */
export function createUnsubscribe(backend: Backend) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const answer = await askAs(backend, c, "digest_unsubscribe", {
      token: c.req.param("token"),
      turn_off: c.req.method === "POST",
    });
    if (!answer.ok)
      return (
        tooManyFor(c, answer) ??
        refuse(c, "no_database", 503, "This can't be done right now. Try again in a moment.")
      );
    const wanted: boolean | null = await answer.json();
    const page = wanted === null ? "unknown" : wanted ? "on" : "off";
    return new Response(PAGES[page], { status: wanted === null ? 404 : 200, headers: HEADERS });
  };
}
