import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./log.ts";

/** How long a running job gets at shutdown; one that hangs (on a mail server) is abandoned. */
const LAST_RUN_MS = 3_000;

/**
 * Runs a job `first` seconds from now, and again `seconds` after each run ends. A failure is logged and doesn't stop the
 * schedule. A run may be abandoned at shutdown, so its work must be in rows that a later run picks
 * up again.
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
  const turn = () => {
    running = job(stopping.signal)
      .catch((error) => log.error({ err: error }, `${name} failed`))
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
