/** What an emailed link reported when it opened the page (GoTrue puts it in the URL hash). */
export interface Arrival {
  /** a password reset or invitation link: the person must choose a password */
  recovery: boolean;
  /** why the link failed, as one of our sentences without its period */
  error?: string;
}

const EXPIRED = "This link has expired or was already used";
const OTHER_BROWSER = "Open this link in the same browser you requested it in";
const UNAVAILABLE = "The server couldn't check this link";

/** Codes: OAuth's, and https://supabase.com/docs/guides/auth/debugging/error-codes. */
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

/** Anyone can craft such a URL, so its codes only select one of our sentences. */
function linkError(params: URLSearchParams): string | undefined {
  const codes = ["error_code", "error"].map((name) => params.get(name));
  if (codes.every((code) => code === null) && !params.has("error_description")) return undefined;
  const known = codes.find((code) => code !== null && LINK_ERRORS.has(code));
  return LINK_ERRORS.get(known ?? "") ?? LINK_FAILED;
}

/** Reads the URL hash before the auth client removes it. */
export function readArrival(hash: string): Arrival {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    recovery: /^(recovery|invite)$/.test(params.get("type") ?? "") && params.has("access_token"),
    error: linkError(params),
  };
}

const HOME = "/admin/dashboard";

/** The page to return to, if it is an admin screen on this origin; otherwise the dashboard. */
export function safeReturn(to: string | null, origin: string): string {
  if (!to) return HOME;
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined;
  const inside = url?.origin === origin && /^\/admin(\/|$)/.test(url.pathname);
  if (!url || !inside || /^\/admin\/login\/?$/.test(url.pathname)) return HOME;
  return url.pathname + url.search;
}
