import type { ErrorHandler } from "hono";
import type { AppEnv } from "#server/http/app-env.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";
import type { Log } from "#server/runtime/log.ts";

/** What nobody foresaw: the whole story into the log, its number to who asked. */
export const failed =
  (log: Log): ErrorHandler<AppEnv> =>
  (err, c) => {
    const gaveUp = c.req.raw.signal.aborted;
    log[gaveUp ? "info" : "error"]({ requestId: c.var.requestId, err }, "a request failed");
    return plainAnswer(
      500,
      `Something went wrong on our side. Please try again. (Request ${c.var.requestId})`,
    );
  };
