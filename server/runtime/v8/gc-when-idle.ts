import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 10_000;
/** Of the processor, between two looks: less, and nobody waits while memory is collected. */
const IDLE = 0.02;
/** Bytes of the heap: after less work than makes it grow by so much there is nothing to give back. */
const WORTH_BYTES = 24 * 1024 * 1024;

interface Parts {
  /** milliseconds of processor that the process has used */
  used: () => number;
  /** bytes that the heap holds of the system's memory */
  heap: () => number;
  /** collects, and gives pages that are empty back */
  collect: () => void;
}

/**
 * Gives memory back after work. V8 collects when it needs room, so that a process that was busy and then has
 * nothing to do would hold for days what the busiest minute took: this collects once it is idle.
 * @returns ends it
 */
export function gcWhenIdle({ used, heap, collect }: Parts = ofThisProcess()): () => void {
  let before = used();
  let least = heap();
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

function ofThisProcess(): Parts {
  // The function is V8's own, and there only when asked for.
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  return {
    used() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    heap: () => process.memoryUsage().heapTotal,
    collect: () => gc({ type: "major", execution: "sync", flavor: "last-resort" }),
  };
}
