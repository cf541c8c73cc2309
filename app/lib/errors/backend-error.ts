import type { Missing } from "#app/lib/retry/when-back.ts";

/** An error from any part of supabase-js. */
export interface BackendError {
  message?: string;
  /** PostgreSQL's, PostgREST's or GoTrue's error code */
  code?: string | null;
  status?: number;
  details?: string | null;
  name?: string;
  /** GoTrue: why a password is weak */
  reasons?: string[];
}

/** A write refused with our own message. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** For what someone whose changes need approval can't do, also not in a change set. */
export const approvalNeeded = () =>
  new RefusedError("This needs approval. Ask a colleague who can publish without it");

/** Someone else changed the row since it was read; `current` is the row now. */
export class StaleError<Row> extends Error {
  override name = "StaleError";
  readonly current: Row;
  constructor(current: Row) {
    super("This was changed while you were editing");
    this.current = current;
  }
}

export const asBackendError = (cause: unknown): BackendError =>
  typeof cause === "object" && cause !== null ? (cause as BackendError) : {};

/** The request got no response: no network, or the server is down. */
export function isUnreachable(cause: unknown): boolean {
  const { message = "", name, status } = asBackendError(cause);
  if (status) return false;
  return (
    name === "AuthRetryableFetchError" ||
    /failed to fetch|fetch failed|network ?error|load failed/i.test(message)
  );
}

/** The session is missing or no longer accepted; signing in again fixes it. */
export function isSessionError(cause: unknown): boolean {
  const { code, status, name } = asBackendError(cause);
  if (code === "invalid_credentials") return false;
  return (
    name === "AuthSessionMissingError" ||
    status === 401 ||
    ["PGRST301", "PGRST303", "session_not_found", "session_expired", "bad_jwt"].includes(code ?? "")
  );
}

/** The server or our own code refused it, for example because a right ended. */
export function isRefusal(cause: unknown): boolean {
  const { code, status } = asBackendError(cause);
  return code === "42501" || status === 403 || cause instanceof RefusedError;
}

/** Also for an address without an account, or with an unconfirmed one. */
export const isWrongPassword = (cause: unknown) =>
  asBackendError(cause).code === "invalid_credentials";

/** An emailed link that expired; a new one has to be sent. */
export const isLinkError = (cause: unknown) => asBackendError(cause).code === "otp_expired";

/** What must come back before a write can be retried unchanged; undefined when it was refused. */
export function missingFor(cause: unknown): Missing | undefined {
  if (isSessionError(cause)) return "session";
  const { status = 0, name } = asBackendError(cause);
  const unanswered = isUnreachable(cause) || name === "AbortError" || name === "TimeoutError";
  return unanswered || NO_ANSWER.has(status) ? "server" : undefined;
}

/** Statuses of a server or proxy that can't respond right now (RFC 9110, RFC 6585). */
const NO_ANSWER = new Set([408, 425, 429, 502, 503, 504]);
