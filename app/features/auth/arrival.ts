/** What an emailed link said when the page was opened by it (GoTrue puts it behind the #). */
export interface Arrival {
  /** the link of a password reset or an invitation: the person must choose a password */
  recovery: boolean;
  /** why the link did not work, in a sentence of ours without its period */
  error?: string;
}

const EXPIRED = "This link has expired or was already used";
const OTHER_BROWSER = "Open this link in the same browser you requested it in";
const UNAVAILABLE = "The server couldn't check this link";

/** By the codes that https://supabase.com/docs/guides/auth/debugging/error-codes lists, and OAuth's own. */
const LINK_ERRORS = new Map([
  ["otp_expired", EXPIRED],
  ["invite_not_found", EXPIRED],
  ["access_denied", "This link was rejected"],
  ["otp_disabled", "This type of link is disabled"],
  ["signup_disabled", "Sign-up is turned off"],
  ["user_banned", "This account is blocked"],
  ["user_not_found", "The account for this link no longer exists"],
  ["flow_state_not_found", OTHER_BROWSER],
  ["flow_state_expired", EXPIRED],
  ["bad_code_verifier", OTHER_BROWSER],
  ["over_request_rate_limit", "Too many requests. Wait a minute"],
  ["over_email_send_rate_limit", "Too many emails were requested. Wait a minute"],
  ["unexpected_failure", UNAVAILABLE],
  ["server_error", UNAVAILABLE],
  ["temporarily_unavailable", UNAVAILABLE],
]);
const LINK_FAILED = "This link didn't work";

/**
 * Anybody can write such an address: its codes choose among our sentences, its words are never shown.
 */
function linkError(params: URLSearchParams): string | undefined {
  const codes = ["error_code", "error"].map((name) => params.get(name));
  if (codes.every((code) => code === null) && !params.has("error_description")) return undefined;
  const known = codes.find((code) => code !== null && LINK_ERRORS.has(code));
  return LINK_ERRORS.get(known ?? "") ?? LINK_FAILED;
}

/** Reads the part of the address behind #, before the client takes it away. */
export function readArrival(hash: string): Arrival {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    recovery: /^(recovery|invite)$/.test(params.get("type") ?? "") && params.has("access_token"),
    error: linkError(params),
  };
}

const HOME = "/admin/dashboard";

/** Where a person was going, if that is a screen of the admin on this origin; else the dashboard. */
export function safeReturn(to: string | null, origin: string): string {
  if (!to) return HOME;
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined;
  const inside = url?.origin === origin && /^\/admin(\/|$)/.test(url.pathname);
  if (!url || !inside || /^\/admin\/login\/?$/.test(url.pathname)) return HOME;
  return url.pathname + url.search;
}
