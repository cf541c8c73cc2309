import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./log.ts";

/** A run that is under way gets this long when all ends; what hangs (a mail server) is left behind. */
const LAST_RUN_MS = 3_000;

/**
 * Runs a job now and then every so many seconds after it ended; a failure is logged, and the next
 * turn comes all the same.
 * A run may be left behind unfinished when the process ends: what it works on must be a row that
 * comes up again by itself.
 * @param job is told by the signal when it is not to begin anything more
 * @returns stops it, and resolves when a run that is under way has ended, or is left behind
 */
export function every(
  seconds: number,
  name: string,
  job: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
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
  turn();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await Promise.race([running, delay(LAST_RUN_MS, undefined, { ref: false })]);
  };
}
