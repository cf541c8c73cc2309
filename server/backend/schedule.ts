import type { Log } from "../log.ts";

/**
 * Runs a job now and then every so many seconds after it ended; a failure is logged, and the next
 * turn comes all the same.
 * @param job is told by the signal when it is not to begin anything more
 * @returns stops it, and resolves when a run that is under way has ended
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
  return () => {
    stopping.abort();
    clearTimeout(timer);
    return running;
  };
}
