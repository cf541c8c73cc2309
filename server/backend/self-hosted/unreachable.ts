import { isPoolerRefusal } from "#server/backend/postgres/errors.ts";
import { SettingError } from "#server/runtime/env.ts";

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing is listening at that address",
  ENOTFOUND: "that host is unknown",
  ETIMEDOUT: "that host isn't responding",
  CONNECT_TIMEOUT: "that host isn't responding",
  EHOSTUNREACH: "that host isn't responding",
  EAI_AGAIN: "that host is unknown",
  NO_ANSWER: "the server there isn't PostgreSQL",
  ECONNRESET: "it closed the connection",
  CONNECTION_CLOSED: "it closed the connection",
  CONNECTION_ENDED: "it closed the connection",
  // SQLSTATE, PostgreSQL's manual, appendix A
  "28P01": "the user or password is wrong",
  "28000": "that user isn't allowed to connect",
  "3D000": "there is no database with that name",
  "42501": "that user lacks a right; deploy/postgres.sql prepares a database with all of them",
  "53300": "it has no free connections; allow at least 24 for each process of this program",
  "57P01": "it is shutting down",
  "57P03": "it is starting up or shutting down",
};

/** PgBouncer's error for an unknown startup parameter. */
const POOLER = /unsupported startup parameter(?: in options)?: (\S+)/;

/** Turns a connection error into one sentence that names the setting and the fix. */
export function explainUnreachable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const parameter = POOLER.exec(cause.message)?.[1];
  if (parameter)
    return new SettingError(
      `DATABASE_URL leads to a pooler that refuses the startup parameter ${parameter}. Set ignore_startup_parameters = ${parameter} and pool_mode = session in PgBouncer (deploy/pgbouncer.ini), or name the database itself.`,
    );
  if (isPoolerRefusal(cause))
    return new SettingError(
      `DATABASE_URL cannot be used: the pooler refused the connection (${cause.message}). The user or password is wrong, or PgBouncer can't look it up: see auth_query in deploy/pgbouncer.ini.`,
    );
  const reason = REASONS["code" in cause ? String(cause.code) : ""];
  return reason
    ? new SettingError(
        `DATABASE_URL cannot be used: ${reason}. Use a value like postgresql://user:password@host:5432/name, for a running PostgreSQL 15 or newer.`,
      )
    : cause;
}
