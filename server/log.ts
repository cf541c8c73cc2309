import { pino } from "pino";
import type { Env } from "./env.ts";

/** One JSON line an event on standard output; errors carry a message and a request id, stacks only at debug. */
export function createLog(level: Env["logLevel"]) {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: (err: unknown) =>
        err instanceof Error
          ? {
              name: err.name,
              message: err.message,
              ...("code" in err ? { code: err.code } : {}),
              ...(level === "debug" ? { stack: err.stack } : {}),
            }
          : { message: String(err) },
    },
  });
}

export type Log = ReturnType<typeof createLog>;
