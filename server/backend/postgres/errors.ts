/**
 * PostgREST's HTTP status for an SQLSTATE (its documentation, "Errors").
 * @param signedIn missing privileges are 403 for someone signed in and 401 for a visitor
 */
export function statusOfSqlState(state: string, signedIn: boolean): number {
  if (state === "42501") return signedIn ? 403 : 401;
  // As in PostgREST, a function of ours may choose the status itself: PT404.
  if (/^PT4\d\d$/.test(state)) return Number(state.slice(2));
  for (const [prefix, status] of STATUS_BY_PREFIX) if (state.startsWith(prefix)) return status;
  return 400;
}

// Longer prefixes first. 54 (too complex, too long) is 500 in PostgREST; only input causes it here.
const STATUS_BY_PREFIX: [string, number][] = [
  ["23503", 409],
  ["23505", 409],
  ["25006", 405],
  ["42883", 404],
  ["42P01", 404],
  ["42P17", 500],
  ["57014", 504],
  ["P0001", 400],
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 503],
  ["53", 503],
  ["55", 500],
  ["57", 503],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0", 500],
  ["XX", 500],
];

/** A PostgreSQL error as drivers throw it, or undefined. An SQLSTATE has a digit; EPIPE has none. */
export function asDatabaseError(error: unknown): DatabaseError | undefined {
  const { code, message } = (error ?? {}) as Partial<DatabaseError>;
  return typeof message === "string" &&
    typeof code === "string" &&
    /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
    ? (error as DatabaseError)
    : undefined;
}

export interface DatabaseError extends Error {
  /** SQLSTATE */
  code: string;
  detail?: string;
  hint?: string;
}

/** Whether the database was unreachable or the connection was lost, through no fault of ours. */
export function isConnectionLoss(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  // PostgreSQL's 08 and 57P: the connection broke, or the server is shutting down or starting up.
  return /^(E[A-Z]{3,}|08...|57P..)$/.test(code) || LOST.test(message);
}

/** node-postgres's messages for errors without a code. */
const LOST = /^Connection terminated|timeout exceeded|is not queryable$/;

/** PgBouncer refuses a connection with a protocol violation, not with PostgreSQL's own codes. */
export const isPoolerRefusal = (error: unknown): boolean =>
  asDatabaseError(error)?.code === "08P01";
