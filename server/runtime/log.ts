import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import type { Env } from "./env.ts";
import { errorLogged } from "./signals.ts";

const ERROR = pino.levels.values.error as number;

/** Reports lines at `error` to listeners, with the line's text. */
function publishError([first, second]: readonly unknown[]) {
  const about: { err?: unknown; requestId?: string } =
    typeof first === "object" && first !== null ? first : {};
  const { err, requestId } = about;
  errorLogged.publish({
    what: String(second ?? first),
    ...(err !== undefined && { cause: messageOf(err) }),
    ...(requestId && { requestId }),
  });
}

/**
 * Writes one JSON line per event; errors have a message and a request id, and a stack only at debug.
 * @param destination default: standard output, without buffering
 * @param maskIp masks visitors' addresses on every line; undefined omits the address. Default: no masking.
 * Only refused requests have an address here: the others are logged by http/request-log.ts
 */
export function createLog(
  level: Env["logLevel"],
  destination?: DestinationStream,
  maskIp?: (address: string) => string | undefined,
) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, at: number) {
        if (at >= ERROR && errorLogged.hasListeners()) publishError(args);
        method.apply(this, args);
      },
    },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      ...(maskIp && { address: (value: unknown) => maskIp(String(value)) }),
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
