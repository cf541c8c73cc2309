import type { Missing } from "#app/lib/retry/when-back.ts";

/** What an error of any of supabase-js's parts may carry. */
export interface BackendError {
  message?: string;
  /** PostgreSQL's or PostgREST's code, or GoTrue's word */
  code?: string | null;
  status?: number;
  details?: string | null;
  name?: string;
  /** GoTrue: why a password is weak */
  reasons?: string[];
}

/** A write that was refused in words of our own. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** The row was changed by someone else since it was read: `current` is how it stands now. */
export class StaleError<Row> extends Error {
  override name = "StaleError";
  readonly current: Row;
  constructor(current: Row) {
    super("Someone else changed this while you were editing");
    this.current = current;
  }
}

export const asBackendError = (cause: unknown): BackendError =>
  typeof cause === "object" && cause !== null ? (cause as BackendError) : {};

/** The request never got an answer: no network, or the server is gone. */
export function isUnreachable(cause: unknown): boolean {
  const { message = "", name, status } = asBackendError(cause);
  if (status) return false;
  return (
    name === "AuthRetryableFetchError" ||
    /failed to fetch|fetch failed|network ?error|load failed/i.test(message)
  );
}

/** The session is missing or no longer accepted: signing in again mends it. */
export function isSessionError(cause: unknown): boolean {
  const { code, status, name } = asBackendError(cause);
  if (code === "invalid_credentials") return false;
  return (
    name === "AuthSessionMissingError" ||
    status === 401 ||
    ["PGRST301", "PGRST303", "session_not_found", "session_expired", "bad_jwt"].includes(code ?? "")
  );
}

/** Or an address without an account, or one whose link was not followed yet. */
export const isWrongPassword = (cause: unknown) =>
  asBackendError(cause).code === "invalid_credentials";

/** A mailed link that is no good any more; another one has to be sent. */
export const isLinkError = (cause: unknown) => asBackendError(cause).code === "otp_expired";

/** What has to come back before a write can be repeated as it was; undefined when it was refused. */
export function missingFor(cause: unknown): Missing | undefined {
  if (isSessionError(cause)) return "session";
  const { status = 0, name } = asBackendError(cause);
  const unanswered = isUnreachable(cause) || name === "AbortError" || name === "TimeoutError";
  return unanswered || NO_ANSWER.has(status) ? "server" : undefined;
}

/** Statuses of a server, or of what stands before it, that can't answer just now (RFC 9110, RFC 6585). */
const NO_ANSWER = new Set([408, 425, 429, 502, 503, 504]);
