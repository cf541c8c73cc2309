import type { ErrorHandler } from "hono";
import type { AppEnv } from "#server/http/app-env.ts";
import { plainAnswer, refuse } from "#server/http/plain-answer.ts";
import type { Log } from "#server/runtime/log.ts";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";

/** Refusals keep their own message. Other errors are logged, and the visitor gets the request id. */
export const failed =
  (log: Log): ErrorHandler<AppEnv> =>
  (err, c) => {
    if (err instanceof HttpError) {
      const { code, status, message, headers } = err;
      return refuse(c, code, status, message, headers);
    }
    const gaveUp = c.req.raw.signal.aborted;
    log[gaveUp ? "info" : "error"]({ requestId: c.var.requestId, err }, "a request failed");
    return plainAnswer(
      500,
      `Something went wrong on our end. Please try again. (Request ${c.var.requestId})`,
    );
  };
