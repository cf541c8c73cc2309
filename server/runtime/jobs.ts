import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import type { Log } from "./log.ts";

/** How long a running job gets at shutdown; one that hangs (on a mail server) is abandoned. */
const LAST_RUN_MS = 3_000;

/**
 * Runs a job `first` seconds from now, and again `seconds` after each run ends. A failure doesn't stop the
 * schedule. A run may be abandoned at shutdown, so its work must be in rows that a later run picks up again.
 * @param job its signal aborts when it must not start anything more
 * @returns a function that stops it, and resolves when a running job has ended or is abandoned
 */
export function every(
  seconds: number,
  name: string,
  job: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
  first = 0,
) {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const { failed, succeeded } = createFailureLog(name, log);
  const turn = () => {
    running = job(stopping.signal)
      .then(succeeded, failed)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(turn, seconds * 1000).unref();
      });
  };
  if (first > 0) timer = setTimeout(turn, first * 1000).unref();
  else turn();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await Promise.race([running, delay(LAST_RUN_MS, undefined, { ref: false })]);
  };
}

/**
 * Logs the first failure in a row, then the 2nd, 4th, 8th and so on, each new reason, and the end of it. During
 * an outage, jobs that run every two seconds would otherwise fill the log.
 */
function createFailureLog(name: string, log: Log) {
  let failures = 0;
  let last = "";
  return {
    failed(error: unknown) {
      failures += 1;
      const reason = messageOf(error);
      if (reason !== last || Number.isInteger(Math.log2(failures)))
        log.error({ err: error, failures }, `${name} failed`);
      last = reason;
    },
    succeeded() {
      if (failures > 0) log.info({ failures }, `${name} works again`);
      failures = 0;
      last = "";
    },
  };
}
