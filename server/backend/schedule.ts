import type { Log } from "../log.ts";

/**
 * Runs a job now and then every so many seconds after it ended; a failure is logged, and the next
 * turn comes all the same.
 * @returns stops it, and resolves when a run that is under way has ended
 */
export function every(seconds: number, name: string, job: () => Promise<unknown>, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const turn = () => {
    running = job()
      .catch((error) => log.error({ err: error }, `${name} failed`))
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, seconds * 1000).unref();
      });
  };
  turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
