import { HttpError } from "#server/backend/http-error.ts";
import {
  asDatabaseError,
  isConnectionLoss,
  statusOfSqlState,
} from "#server/backend/postgres/errors.ts";
import { logRefused } from "#server/runtime/log/refused.ts";
import type { Log } from "#server/runtime/log.ts";
import { requestRefused } from "#server/runtime/signals.ts";

const BROKEN = "Something went wrong. Please try again.";

/** Turns any error into a refusal with a message; strangers get no details of our faults. */
export function toRefusal(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isConnectionLoss(error))
    return new HttpError(503, "unreachable", "The database isn't responding.");
  const known = asDatabaseError(error);
  return new HttpError(known ? statusOfSqlState(known.code, true) : 500, "server_error", BROKEN);
}

interface Refused {
  request: Request;
  refusal: HttpError;
  /** the original error */
  cause: unknown;
  clientAddress: string;
}

/**
 * Logs failed requests: our faults as errors with their cause, refusals with address and reason, so
 * that the operator sees who tries what. A disconnected client is not logged.
 */
export function logRefusal(log: Log, { request, refusal, cause, clientAddress }: Refused): void {
  const { pathname } = new URL(request.url);
  const { status, code } = refusal;
  const about = { method: request.method, path: pathname.slice(0, 200), status };
  const why = {
    address: clientAddress,
    reason: code,
    ...(refusal.cause ? { err: refusal.cause } : {}),
  };
  if (status < 500) logRefused(log, { ...about, ...why });
  else if (request.signal.aborted) log.debug({ ...about, err: cause }, "canceled by the client");
  else if (code === "busy") {
    if (requestRefused.hasListeners()) requestRefused.publish(code);
    log.warn({ ...about, ...why }, "busy");
  } else log.error({ ...about, err: refusal.cause ?? cause }, "failed");
}
