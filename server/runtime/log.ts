import { type DestinationStream, pino } from "pino";
import type { Env } from "./env.ts";

/** One JSON line an event on standard output; errors carry a message and a request id, stacks only at debug. */
export function createLog(level: Env["logLevel"], destination?: DestinationStream) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
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
  };
  return destination ? pino(options, destination) : pino(options);
}

export type Log = ReturnType<typeof createLog>;
