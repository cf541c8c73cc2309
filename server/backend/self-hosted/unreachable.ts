import { SettingError } from "#server/runtime/env.ts";

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing answers at that address",
  ENOTFOUND: "that host is not known",
  ETIMEDOUT: "that host does not answer",
  CONNECT_TIMEOUT: "that host does not answer",
  EHOSTUNREACH: "that host does not answer",
  EAI_AGAIN: "that host is not known",
  NO_ANSWER: "what is there does not answer as PostgreSQL does",
  ECONNRESET: "it was there, and broke the connection off",
  CONNECTION_CLOSED: "it was there, and broke the connection off",
  CONNECTION_ENDED: "it was there, and broke the connection off",
  // SQLSTATE, PostgreSQL's manual, appendix A
  "28P01": "the user or password is wrong",
  "28000": "that user may not connect",
  "3D000": "there is no database of that name",
  "42501": "that user may not make the tables this program needs",
  "53300": "it takes no more connections; allow at least 24 for each process of this program",
  "57P01": "it is shutting down",
  "57P03": "it is starting up or shutting down",
};

/** PgBouncer's answer to a session's own settings, which pooled transactions can't have. */
const POOLER = /unsupported startup parameter(?: in options)?: (\S+)/;

/** Turns a connection that could not be made into the one sentence that names the setting and the fix. */
export function explainUnreachable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const parameter = POOLER.exec(cause.message)?.[1];
  if (parameter)
    return new SettingError(
      `DATABASE_URL leads to a connection pooler that pools transactions: it refuses ${parameter}, and would not pass on content changes. Name the database itself, or a pooler that pools sessions.`,
    );
  const reason = REASONS["code" in cause ? String(cause.code) : ""];
  return reason
    ? new SettingError(
        `DATABASE_URL cannot be used: ${reason}. Write postgresql://user:password@host:5432/name of a running PostgreSQL 15 or newer.`,
      )
    : cause;
}
