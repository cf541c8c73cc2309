import { SettingError } from "../env.ts";

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing answers at that address",
  ENOTFOUND: "that host is not known",
  ETIMEDOUT: "that host does not answer",
  CONNECT_TIMEOUT: "that host does not answer",
  // SQLSTATE, PostgreSQL's manual, appendix A
  "28P01": "the user or password is wrong",
  "28000": "that user may not connect",
  "3D000": "there is no database of that name",
};

/** Turns a connection that could not be made into the one sentence that names the setting and the fix. */
export function explainUnreachable(cause: unknown): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const reason = REASONS[code];
  return reason
    ? new SettingError(
        `DATABASE_URL cannot be used: ${reason}. Write postgresql://user:password@host:5432/name of a running PostgreSQL 15 or newer.`,
      )
    : cause;
}
