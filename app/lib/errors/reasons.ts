import {
  asBackendError,
  type BackendError,
  isSessionError,
  isUnreachable,
  RefusedError,
  StaleError,
} from "./backend-error.ts";
import { constraintOf, ruleInWords } from "./constraints.ts";
import { PASSWORD_REFUSALS } from "./passwords.ts";

export const NO_PERMISSION = "You don't have permission to do this";

const BY_CODE: Record<string, string> = {
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  "22003": "A number is too large",
  "22007": "A date isn't valid",
  "22P02": "A value has the wrong format",
  "23502": "A required value is missing",
  "23503": "The item it belongs to no longer exists",
  "23505": "This value is already taken",
  "42501": NO_PERMISSION,
  "57014": "It took too long",
  // PostgREST: https://docs.postgrest.org/en/stable/references/errors.html
  PGRST116: "It no longer exists",
  // GoTrue
  invalid_credentials: "Wrong email or password",
  email_not_confirmed: "Please confirm your email first. The link is in your inbox",
  weak_password: "The password is too weak",
  same_password: "Your new password must be different from the old one",
  otp_expired: "This link has expired or was already used",
};

const BY_STATUS: Record<number, string> = {
  403: NO_PERMISSION,
  413: "This is too large",
  502: "The server is busy. Please try again in a moment",
  503: "The server is busy. Please try again in a moment",
  504: "The server is busy. Please try again in a moment",
};

/** GoTrue's codes for weak passwords: https://supabase.com/docs/guides/auth/password-security */
const WEAK_PASSWORD: Record<string, string> = {
  length: PASSWORD_REFUSALS.passwordShort,
  characters: PASSWORD_REFUSALS.passwordPlain,
  pwned: PASSWORD_REFUSALS.passwordKnown,
};

const SESSION_ENDED = "Your session has ended. Please sign in again";
const OFFLINE = "You're offline. Please check your connection";
const UNREACHABLE = "The server can't be reached. Please check your connection";
/** The fallback reason. */
export const UNKNOWN = "Something unexpected happened";

/** Messages of GoTrue and our own server are written for people; SQL's are not. */
const READABLE = /^[A-Z0-9][^\n{}<>]{3,200}$/;
const SQL = /\b(relation|column|constraint|syntax|violates|function|operator|schema|jwt|json)\b/i;
/** Raised by our database functions, with the HTTP status: https://docs.postgrest.org/en/stable/references/errors.html */
const OWN_SENTENCE = /^PT4\d\d$/;
const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, "");

/**
 * A readable reason for any error: never SQL, and without a final period, so that it fits into any
 * of MESSAGES. Accepts anything thrown or returned.
 */
export function reason(cause: unknown): string {
  if (typeof cause === "string") return withoutFullStop(cause);
  const error = asBackendError(cause);
  const { message = "", code, status } = error;
  if (cause instanceof RefusedError || cause instanceof StaleError) return withoutFullStop(message);
  if (isUnreachable(cause)) return isOffline() ? OFFLINE : UNREACHABLE;
  if (isSessionError(cause)) return SESSION_ENDED;
  return (
    tooMany(error) ??
    weakPassword(error) ??
    brokenRule(error) ??
    BY_CODE[code ?? ""] ??
    BY_STATUS[status ?? 0] ??
    (READABLE.test(message) && (OWN_SENTENCE.test(code ?? "") || !SQL.test(message))
      ? withoutFullStop(message)
      : UNKNOWN)
  );
}

const isOffline = () => typeof navigator !== "undefined" && navigator.onLine === false;

const RATE_LIMITS = new Set<unknown>(["over_request_rate_limit", "over_email_send_rate_limit"]);

function tooMany({ message = "", code, status }: BackendError): string | undefined {
  if (status !== 429 && !RATE_LIMITS.has(code)) return undefined;
  return READABLE.test(message)
    ? withoutFullStop(message)
    : "Too many attempts. Please wait a moment";
}

/** "Password should be at least 8 characters": a project may require more than we do. */
const MIN_LENGTH = /at least (\d{1,3}) characters/i;

function weakPassword({ reasons = [], message = "" }: BackendError): string | undefined {
  const shortest = MIN_LENGTH.exec(message)?.[1];
  const lacks = reasons.flatMap((word) =>
    word === "length" && shortest
      ? PASSWORD_REFUSALS.passwordShorter(Number(shortest))
      : (WEAK_PASSWORD[word] ?? []),
  );
  return lacks.length ? withoutFullStop(lacks.join(" ")) : undefined;
}

function brokenRule({ message, code }: BackendError): string | undefined {
  const rule = code === "23514" ? constraintOf({ message }) : undefined;
  return rule && ruleInWords(rule);
}

/** The reason, unless the sentence already includes it; undefined if there is nothing to add. */
export function additionalReason(sentence: string, cause: unknown): string | undefined {
  const why = reason(cause);
  return why === UNKNOWN || sentence.includes(why) ? undefined : why;
}

/** 'Failed to load prices: …', with the reason */
export const failedTo = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;
