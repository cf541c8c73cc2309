import { setTimeout as delay } from "node:timers/promises";
import { RETIRE } from "#server/runtime/lifecycle.ts";
import type { Log } from "#server/runtime/log.ts";
import type { startWorker } from "./siblings.ts";

/** Before another worker is started; twice as long after each that didn't start. */
const PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

type Started = ReturnType<typeof startWorker>;

interface Parts {
  startWorker: (index: number) => Started;
  /** aborts when the site ends: from then on no worker is started */
  stop: AbortSignal;
  log: Log;
  /** tests pass their own */
  pause?: (ms: number) => Promise<unknown>;
}

/** Starts a site's workers, and another one for each that ends. */
export function createSupervisor({ startWorker, stop, log, pause = delay }: Parts) {
  /** All that have not ended, also one that is about to be replaced. */
  const running = new Set<Started>();
  /** The current worker of each index. */
  const workers: Started[] = [];

  function start(index: number): Started {
    const started = startWorker(index);
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  }

  function add(): Started {
    const added = start(workers.length);
    workers.push(added);
    return added;
  }

  async function keepRunning(index: number): Promise<void> {
    let ms = PAUSE_MS;
    while (!stop.aborted) {
      const current = workers[index] as Started;
      const ready = (await current.ready) !== undefined;
      const ended = await current.ended;
      if (stop.aborted || workers[index] !== current) continue;
      ms = ready ? PAUSE_MS : Math.min(ms * 2, LONGEST_PAUSE_MS);
      log.error({ worker: index, ...ended }, "a worker ended unexpectedly; starting another");
      await pause(ms);
      // `replaceAll` may have started another during the pause.
      if (!stop.aborted && workers[index] === current) workers[index] = start(index);
    }
  }

  let replacing = false;

  /** Replaces one worker after another; each serves until the next one does. */
  async function replaceAll(): Promise<void> {
    if (replacing) return;
    replacing = true;
    for (const index of workers.keys()) {
      if (stop.aborted) return;
      const next = start(index);
      const ready = await next.ready;
      if (stop.aborted) return;
      if (!ready) {
        log.error({ worker: index }, "the new worker did not start; the old ones continue");
        break;
      }
      const old = workers[index] as Started;
      workers[index] = next;
      old.worker.process.kill(RETIRE);
      await old.ended;
      log.info({ worker: index }, "replaced a worker");
    }
    replacing = false;
  }

  return {
    running,
    add,
    /** Call it once all are added. */
    keepAllRunning() {
      for (const index of workers.keys()) void keepRunning(index);
    },
    replaceAll,
  };
}
