import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 10_000;
/** CPU use between two checks below which the process is idle: a collection then delays nobody. */
const IDLE = 0.02;
/** Bytes: if the heap has grown by less than this, there is nothing worth releasing. */
const WORTH_BYTES = 24 * 1024 * 1024;

interface Parts {
  /** milliseconds of CPU time that the process has used */
  used: () => number;
  /** bytes of system memory reserved by the heap */
  heap: () => number;
  /** collects garbage, and releases empty pages */
  collect: () => void;
}

/**
 * Releases memory after the start and after work. V8 collects only when it needs room, so a process that is
 * idle after a busy period would hold its peak memory for days. This collects once it is idle.
 * @returns a function that stops it
 */
export function gcWhenIdle({ used, heap, collect }: Parts = ofThisProcess()): () => void {
  let before = used();
  // The start leaves garbage too.
  let least = 0;
  const timer = setInterval(() => {
    const now = used();
    const idle = now - before < LOOK_MS * IDLE;
    before = now;
    if (!idle || heap() < least + WORTH_BYTES) return;
    collect();
    least = heap();
    before = used();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const ofThisProcess = (): Parts => ({
  used() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  heap: () => process.memoryUsage().heapTotal,
  collect: collectGarbage,
});

/** Frees all memory that nothing holds, at once. Takes tens of milliseconds, in which nothing else runs. */
export function collectGarbage(): void {
  // V8 exposes its function only with the flag.
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
